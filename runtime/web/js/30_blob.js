// 30_blob: Blob and File.
// Spec: https://w3c.github.io/FileAPI/
// Deviations: the native line ending is a line feed on every system.
"use strict";
__host.define("30_blob", (host) => {
  const { load } = host;
  const { required, DOMString, USVString, integer, isObject, isArrayBuffer, bytesOf } = load("01_webidl");
  const { sequence, dictionary, enumeration, expose, serializable } = load("01_webidl");
  const { utf8Encode, utf8Decode } = load("06_encoding");
  const { ByteSequence, concatenate } = load("20_byte_sequence");
  const { requireHandler } = load("02_global_scope");

  const longLong = integer(64, true);
  const clampedLongLong = integer(64, true, "clamp");

  // A part is converted to what it adds: a string, bytes that are not copied yet, or the
  // ByteSequence of a blob.
  function toPart(value, context) {
    if (isObject(value)) {
      if (isArrayBuffer(value) || ArrayBuffer.isView(value)) return value;
      if (isBlob(value)) return blobContent(value);
    }
    return USVString(value, context);
  }
  const toParts = sequence(toPart);
  const blobMembers = [
    { key: "endings", convert: enumeration("EndingType", ["transparent", "native"]), default: "transparent" },
    { key: "type", convert: DOMString, default: "" },
  ];
  const toBlobOptions = dictionary(blobMembers);
  const toFileOptions = dictionary([...blobMembers, { key: "lastModified", convert: longLong, default: () => Date.now() }]);

  const normalizeType = (type) => (/^[ -~]*$/.test(type) ? type.toLowerCase() : "");

  // join is the ByteSequence of parts, which shares the chunks of those that are one.
  function join(parts) {
    const chunks = [], run = [], texts = []; // a run of other parts is one chunk
    const endTexts = () => {
      if (texts.length > 0) run.push(utf8Encode(texts.splice(0).join("")));
    };
    const endRun = () => {
      endTexts();
      if (run.length > 0) chunks.push(run.length === 1 ? run[0] : concatenate(run));
      run.length = 0;
    };
    for (const part of parts) {
      if (typeof part === "string") {
        texts.push(part);
      } else if (part instanceof ByteSequence) {
        endRun();
        for (const chunk of part.chunks) chunks.push(chunk);
      } else {
        endTexts();
        run.push(bytesOf(part).slice());
      }
    }
    endRun();
    return new ByteSequence(chunks);
  }
  // processParts is "process blob parts".
  function processParts(parts, endings) {
    if (endings === "native") parts = parts.map((part) => (typeof part === "string" ? part.replace(/\r\n?/g, "\n") : part));
    return join(parts);
  }

  // fromEnd is an offset of slice, which counts from the end if it is negative.
  const fromEnd = (offset, length) => (offset < 0 ? Math.max(length + offset, 0) : Math.min(offset, length));

  const token = {}; // begins the arguments of constructors called from here
  let isBlob, blobContent, blobType, isFile;
  class Blob {
    #content; // a ByteSequence
    #type;
    constructor(parts = undefined, options = undefined) {
      if (parts === token) {
        this.#content = options.content;
        this.#type = options.type;
        return;
      }
      const context = "Failed to construct 'Blob'";
      const list = parts === undefined ? [] : toParts(parts, `${context}: 1st argument`);
      const { endings, type } = toBlobOptions(options, `${context}: 2nd argument`);
      this.#content = processParts(list, endings);
      this.#type = normalizeType(type);
    }
    get size() {
      return this.#content.length;
    }
    get type() {
      return this.#type;
    }
    slice(start = undefined, end = undefined, contentType = undefined) {
      const content = this.#content;
      start = start === undefined ? 0 : clampedLongLong(start, "Blob.slice: 1st argument");
      end = end === undefined ? content.length : clampedLongLong(end, "Blob.slice: 2nd argument");
      contentType = contentType === undefined ? "" : DOMString(contentType, "Blob.slice: 3rd argument");
      return createBlob(content.slice(fromEnd(start, content.length), fromEnd(end, content.length)), normalizeType(contentType));
    }
    stream() {
      const content = this.#content;
      requireHandler();
      return load("21_readable_stream").createContentStream(content);
    }
    text() {
      return settle(this, ({ bytes }) => utf8Decode(bytes));
    }
    arrayBuffer() {
      return settle(this, ({ chunks }) => concatenate(chunks).buffer);
    }
    bytes() {
      return settle(this, ({ chunks }) => concatenate(chunks));
    }
    static {
      isBlob = (value) => isObject(value) && #content in value;
      blobContent = (blob) => blob.#content;
      blobType = (blob) => blob.#type;
    }
  }
  function settle(blob, convert) {
    try {
      return Promise.resolve(convert(blobContent(blob)));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  class File extends Blob {
    #name;
    #lastModified;
    constructor(parts, name, options = undefined) {
      const context = "Failed to construct 'File'";
      if (parts === token) {
        super(token, options);
        this.#name = name;
        this.#lastModified = options.lastModified;
        return;
      }
      required(arguments.length, 2, context);
      const list = toParts(parts, `${context}: 1st argument`);
      name = USVString(name, `${context}: 2nd argument`);
      const { endings, type, lastModified } = toFileOptions(options, `${context}: 3rd argument`);
      super(token, { content: processParts(list, endings), type: normalizeType(type) });
      this.#name = name;
      this.#lastModified = lastModified;
    }
    get name() {
      return this.#name;
    }
    get lastModified() {
      return this.#lastModified;
    }
    static {
      isFile = (value) => isObject(value) && #name in value;
    }
  }
  expose(Blob);
  expose(File);

  // createBlob and createFile take a ByteSequence.
  const createBlob = (content, type) => new Blob(token, { content, type });
  const createFile = (content, type, name, lastModified) => new File(token, name, { content, type, lastModified });
  const blobBytes = (blob) => blobContent(blob).bytes;
  host.isBlob = isBlob; // for 07_url, which comes before this file
  serializable(Blob, (blob) => createBlob(blobContent(blob), blobType(blob)));
  serializable(File, (file) => createFile(blobContent(file), blobType(file), file.name, file.lastModified));
  return { Blob, File, isBlob, isFile, blobContent, blobBytes, blobType, createBlob, createFile, join };
});
