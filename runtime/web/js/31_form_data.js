// 31_form_data: FormData, and multipart/form-data both ways.
// Spec: https://xhr.spec.whatwg.org/#interface-formdata
//       https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
// Deviations: there are no forms, so the constructor takes no arguments.
"use strict";
__host.define("31_form_data", ({ ops, load }) => {
  const { required, USVString, isObject, interfaceType, expose, pairIterable } = load("01_webidl");
  const { isBlob, isFile, blobContent, blobType, createFile, join } = load("30_blob");
  const { ByteSequence } = load("20_byte_sequence");

  const toBlob = interfaceType("Blob", isBlob);

  // createEntry makes [name, value] of the arguments of append and set. Two kinds
  // of arguments are told apart by their number and by the second.
  function createEntry(method, args) {
    const context = `FormData.${method}`;
    required(args.length, 2, context);
    const name = USVString(args[0], `${context}: 1st argument`);
    if (args.length < 3 && !isBlob(args[1])) return [name, USVString(args[1], `${context}: 2nd argument`)];
    const blob = toBlob(args[1], `${context}: 2nd argument`);
    const filename = args[2] === undefined ? undefined : USVString(args[2], `${context}: 3rd argument`);
    if (isFile(blob) && filename === undefined) return [name, blob];
    const lastModified = isFile(blob) ? blob.lastModified : Date.now();
    return [name, createFile(blobContent(blob), blobType(blob), filename ?? "blob", lastModified)];
  }

  let isFormData, entriesOf, createFormData;
  class FormData {
    #entries = []; // [name, value]
    constructor(form = undefined, submitter = null) {
      if (form !== undefined) throw new TypeError("Failed to construct 'FormData': 1st argument: is not an HTMLFormElement");
      if (submitter !== null) throw new TypeError("Failed to construct 'FormData': 2nd argument: is not an HTMLElement");
    }
    append(name, value, filename = undefined) {
      this.#entries.push(createEntry("append", arguments));
    }
    delete(name) {
      const entries = this.#entries;
      required(arguments.length, 1, "FormData.delete");
      name = USVString(name, "FormData.delete: 1st argument");
      this.#entries = entries.filter((entry) => entry[0] !== name);
    }
    get(name) {
      const entries = this.#entries;
      required(arguments.length, 1, "FormData.get");
      name = USVString(name, "FormData.get: 1st argument");
      return entries.find((entry) => entry[0] === name)?.[1] ?? null;
    }
    getAll(name) {
      const entries = this.#entries;
      required(arguments.length, 1, "FormData.getAll");
      name = USVString(name, "FormData.getAll: 1st argument");
      return entries.filter((entry) => entry[0] === name).map((entry) => entry[1]);
    }
    has(name) {
      const entries = this.#entries;
      required(arguments.length, 1, "FormData.has");
      name = USVString(name, "FormData.has: 1st argument");
      return entries.some((entry) => entry[0] === name);
    }
    set(name, value, filename = undefined) {
      const entries = this.#entries;
      const entry = createEntry("set", arguments);
      const first = entries.findIndex((other) => other[0] === entry[0]);
      if (first < 0) return void entries.push(entry);
      entries[first] = entry;
      this.#entries = entries.filter((other, i) => i <= first || other[0] !== entry[0]);
    }
    static {
      isFormData = (value) => isObject(value) && #entries in value;
      entriesOf = (form) => form.#entries;
      // createFormData takes a list of [name, value] over.
      createFormData = (entries) => {
        const form = new FormData();
        form.#entries = entries;
        return form;
      };
    }
  }
  for (const method of ["append", "set"]) Object.defineProperty(FormData.prototype[method], "length", { value: 2 });
  expose(FormData);
  pairIterable(FormData, (form) => entriesOf(form));

  const escapes = { "\n": "%0A", "\r": "%0D", '"': "%22" };
  const escape = (name) => name.replace(/[\n\r"]/g, (c) => escapes[c]);
  const normalize = (text) => text.replace(/\r\n?|\n/g, "\r\n");

  // encodeMultipart is the "multipart/form-data encoding algorithm": a ByteSequence that
  // shares the content of files, and the MIME type.
  function encodeMultipart(form) {
    const boundary = `----formdata-thaw-${Math.random().toString(36).slice(2).padEnd(12, "0").slice(0, 12)}`;
    const parts = [];
    for (const [name, value] of entriesOf(form)) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(normalize(name))}"`;
      if (typeof value === "string") {
        parts.push(`${head}\r\n\r\n${normalize(value)}\r\n`);
      } else {
        const type = blobType(value) || "application/octet-stream";
        parts.push(`${head}; filename="${escape(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, blobContent(value), "\r\n");
      }
    }
    parts.push(`--${boundary}--\r\n`);
    return { content: join(parts), type: `multipart/form-data; boundary=${boundary}` };
  }

  // A MultipartParser makes entries of pieces of a body that nobody changes any more.
  class MultipartParser {
    constructor(boundary) {
      if (boundary === undefined) throw new TypeError("formData: the Content-Type has no boundary");
      this.boundary = boundary;
      this.place = 0; // as op_multipart_parse has it
      this.offset = 0;
      this.entries = [];
      this.head = null; // of the part that goes on in the next piece
      this.content = null; // its bytes so far
    }
    // parse returns from where on what is in piece belongs before the next one.
    parse(piece, last) {
      const { place, at, parts } = JSON.parse(ops.op_multipart_parse(piece, this.boundary, this.place, this.offset, last));
      for (const { head, start, end, more } of parts) {
        if (head !== null) {
          this.head = head;
          this.content = [];
        }
        if (end > start) this.content.push(piece.subarray(start, end));
        if (!more) this.entries.push(this.endPart());
      }
      this.place = place;
      this.offset += at;
      return at;
    }
    endPart() {
      const { name, filename, type } = this.head;
      const content = new ByteSequence(this.content);
      if (filename !== null) return [name, createFile(content, type, filename, Date.now())];
      return [name, content.length === 0 ? "" : ops.op_utf8_decode(content.bytes, false, true)];
    }
  }

  // parseMultipart makes a FormData of bytes that nobody changes any more.
  function parseMultipart(bytes, boundary) {
    const parser = new MultipartParser(boundary);
    parser.parse(bytes, true);
    return createFormData(parser.entries);
  }

  const BLOCK = 1 << 16;

  // A MultipartReader makes a FormData of a body that comes in chunks, of which it
  // copies each once.
  class MultipartReader {
    constructor(boundary) {
      this.parser = new MultipartParser(boundary);
      this.block = new Uint8Array(BLOCK);
      this.filled = 0;
      this.problem = null; // is thrown when the body has ended
    }
    push(chunk) {
      for (let at = 0; at < chunk.length && this.problem === null; ) {
        const n = Math.min(chunk.length - at, this.block.length - this.filled);
        this.block.set(chunk.subarray(at, at + n), this.filled);
        this.filled += n;
        at += n;
        if (this.filled === this.block.length) this.parse(false);
      }
    }
    parse(last) {
      const piece = this.block.subarray(0, this.filled);
      let at;
      try {
        at = this.parser.parse(piece, last);
      } catch (error) {
        this.problem = error;
        return;
      }
      const rest = piece.subarray(at);
      this.block = new Uint8Array(Math.max(BLOCK, 2 * rest.length)); // headers of any length take linear time
      this.block.set(rest);
      this.filled = rest.length;
    }
    end() {
      if (this.problem === null) this.parse(true);
      if (this.problem !== null) throw this.problem;
      return createFormData(this.parser.entries);
    }
  }
  return { FormData, isFormData, createFormData, encodeMultipart, parseMultipart, MultipartReader };
});
