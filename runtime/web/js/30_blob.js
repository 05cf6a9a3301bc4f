// 30_blob: Blob and File.
// Spec: https://w3c.github.io/FileAPI/
// Deviations: the native line ending is a line feed on every system.
"use strict";
__host.define("30_blob", (host) => {
  const { load } = host;
  const { required, DOMString, USVString, integer, isObject, isArrayBuffer, bytesOf } = load("01_webidl");
  const { sequence, dictionary, enumeration, expose, serializable } = load("01_webidl");
  const { utf8Encode, utf8Decode } = load("06_encoding");
  const { requireHandler } = load("02_global_scope");

  const longLong = integer(64, true);
  const clampedLongLong = integer(64, true, "clamp");

  // A part is converted to what it adds: a string, or bytes that are not copied yet.
  function toPart(value, context) {
    if (isObject(value)) {
      if (isArrayBuffer(value) || ArrayBuffer.isView(value)) return value;
      if (isBlob(value)) return blobBytes(value);
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

  // join is the bytes of strings and buffer sources, one after the other.
  function join(parts) {
    const chunks = [];
    let text = "", length = 0;
    const push = (chunk) => {
      chunks.push(chunk);
      length += chunk.byteLength;
    };
    for (const part of parts) {
      if (typeof part === "string") {
        text += part;
        continue;
      }
      if (text !== "") push(utf8Encode(text));
      text = "";
      push(bytesOf(part));
    }
    if (text !== "") push(utf8Encode(text));
    const out = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      out.set(chunk, at);
      at += chunk.byteLength;
    }
    return out;
  }
  // processParts is "process blob parts".
  function processParts(parts, endings) {
    if (endings === "native") parts = parts.map((part) => (typeof part === "string" ? part.replace(/\r\n?/g, "\n") : part));
    return join(parts);
  }

  const CHUNK = 1 << 16; // bytes of a chunk of a stream

  const token = {}; // begins the arguments of constructors called from here
  let isBlob, blobBytes, blobType, isFile;
  class Blob {
    #bytes; // never changed, so that slices share them
    #type;
    constructor(parts = undefined, options = undefined) {
      if (parts === token) {
        this.#bytes = options.bytes;
        this.#type = options.type;
        return;
      }
      const context = "Failed to construct 'Blob'";
      const list = parts === undefined ? [] : toParts(parts, `${context}: 1st argument`);
      const { endings, type } = toBlobOptions(options, `${context}: 2nd argument`);
      this.#bytes = processParts(list, endings);
      this.#type = normalizeType(type);
    }
    get size() {
      return this.#bytes.byteLength;
    }
    get type() {
      return this.#type;
    }
    slice(start = undefined, end = undefined, contentType = undefined) {
      const bytes = this.#bytes;
      start = start === undefined ? 0 : clampedLongLong(start, "Blob.slice: 1st argument");
      end = end === undefined ? bytes.byteLength : clampedLongLong(end, "Blob.slice: 2nd argument");
      contentType = contentType === undefined ? "" : DOMString(contentType, "Blob.slice: 3rd argument");
      return createBlob(bytes.subarray(start, end), normalizeType(contentType));
    }
    stream() {
      const bytes = this.#bytes;
      requireHandler();
      let at = 0;
      const next = (controller) => {
        if (bytes.byteLength > 0) controller.enqueue(bytes.slice(at, (at += CHUNK)));
        if (at >= bytes.byteLength) controller.close();
      };
      const { createReadableByteStream } = load("21_readable_stream");
      return bytes.byteLength <= CHUNK ? createReadableByteStream(next) : createReadableByteStream(undefined, next);
    }
    text() {
      return settle(this, utf8Decode);
    }
    arrayBuffer() {
      return settle(this, (bytes) => bytes.slice().buffer);
    }
    bytes() {
      return settle(this, (bytes) => bytes.slice());
    }
    static {
      isBlob = (value) => isObject(value) && #bytes in value;
      blobBytes = (blob) => blob.#bytes;
      blobType = (blob) => blob.#type;
    }
  }
  function settle(blob, convert) {
    try {
      return Promise.resolve(convert(blobBytes(blob)));
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
      super(token, { bytes: processParts(list, endings), type: normalizeType(type) });
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

  // createBlob and createFile take bytes that nobody changes any more.
  const createBlob = (bytes, type) => new Blob(token, { bytes, type });
  const createFile = (bytes, type, name, lastModified) => new File(token, name, { bytes, type, lastModified });
  host.isBlob = isBlob; // for 07_url, which comes before this file
  serializable(Blob, (blob) => createBlob(blobBytes(blob), blobType(blob)));
  serializable(File, (file) => createFile(blobBytes(file), blobType(file), file.name, file.lastModified));
  return { Blob, File, isBlob, isFile, blobBytes, blobType, createBlob, createFile, join };
});
