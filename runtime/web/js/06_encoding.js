// 06_encoding: TextEncoder, TextDecoder, and UTF-8 for the other files.
// Spec: https://encoding.spec.whatwg.org/#api
// Deviations: none known.
"use strict";
__host.define("06_encoding", ({ ops, load }) => {
  const { DOMString, BufferSource, boolean, isObject, required, dictionary, expose } = load("01_webidl");

  // utf8Encode is "UTF-8 encode", for strings of which lone surrogates become U+FFFD.
  const utf8Encode = (text) => new Uint8Array(ops.op_utf8_encode(text));
  // utf8Decode is "UTF-8 decode": a byte order mark is dropped, errors become U+FFFD.
  const utf8Decode = (bytes) => (bytes.byteLength === 0 ? "" : ops.op_utf8_decode(bytes, false, false));

  class TextEncoder {
    #brand;
    get encoding() {
      this.#brand;
      return "utf-8";
    }
    encode(input = "") {
      this.#brand;
      return utf8Encode(DOMString(input, "TextEncoder.encode: 1st argument"));
    }
    encodeInto(source, destination) {
      this.#brand;
      required(arguments.length, 2, "TextEncoder.encodeInto");
      source = DOMString(source, "TextEncoder.encodeInto: 1st argument");
      if (!isUint8Array(destination)) throw new TypeError("TextEncoder.encodeInto: 2nd argument: is not a Uint8Array");
      return encodeInto(source, destination);
    }
  }
  expose(TextEncoder);

  const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  const isUint8Array = (value) => isObject(value) && typedArrayName.call(value) === "Uint8Array";

  // encodeInto writes as many whole code points as fit. Each code unit takes at
  // least a byte, which bounds the part of source that is looked at.
  function encodeInto(source, destination) {
    const room = destination.length;
    let bytes = utf8Encode(source.length > room + 1 ? source.slice(0, room + 1) : source);
    let read = source.length;
    if (bytes.length > room) {
      let cut = room;
      while (cut > 0 && (bytes[cut] & 0xc0) === 0x80) cut--;
      bytes = bytes.subarray(0, cut);
      read = cut === 0 ? 0 : ops.op_utf8_decode(bytes, false, true).length;
    }
    destination.set(bytes);
    return { read, written: bytes.length };
  }

  const decoderOptions = dictionary([
    { key: "fatal", convert: boolean, default: false },
    { key: "ignoreBOM", convert: boolean, default: false },
  ]);
  const decodeOptions = dictionary([{ key: "stream", convert: boolean, default: false }]);

  const FATAL = 1, STREAM = 2; // as decodeOp has them
  const empty = new Uint8Array(0);

  class TextDecoder {
    #encoding = "utf-8";
    #fatal = false;
    #ignoreBOM = false;
    #streaming = false; // "do not flush"
    #started = false; // "BOM seen"
    #left = empty; // bytes of an incomplete sequence
    #state = 0; // of the decoder between chunks

    constructor(label = "utf-8", options = undefined) {
      const context = "Failed to construct 'TextDecoder'";
      label = DOMString(label, `${context}: 1st argument`);
      if (label !== "utf-8") {
        this.#encoding = ops.op_encoding_from_label(label);
        if (this.#encoding === "" || this.#encoding === "replacement") {
          throw new RangeError(`${context}: "${label}" is not the label of an encoding`);
        }
      }
      if (options === undefined) return;
      const { fatal, ignoreBOM } = decoderOptions(options, `${context}: 2nd argument`);
      this.#fatal = fatal;
      this.#ignoreBOM = ignoreBOM;
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBOM;
    }
    decode(input = undefined, options = undefined) {
      const fatal = this.#fatal;
      if (input === undefined) input = empty;
      else BufferSource(input, "TextDecoder.decode: 1st argument");
      const stream = options !== undefined && decodeOptions(options, "TextDecoder.decode: 2nd argument").stream;
      if (!stream && !this.#streaming && this.#encoding === "utf-8") {
        return input.byteLength === 0 ? "" : ops.op_utf8_decode(input, fatal, this.#ignoreBOM);
      }
      return this.#decode(input, (fatal ? FATAL : 0) | (stream ? STREAM : 0));
    }

    // decode is what remains of the decode method for chunks and other encodings.
    #decode(input, flags) {
      const { bytes, state, started } = this.#take(input);
      this.#streaming = (flags & STREAM) !== 0;
      const result = bytes.byteLength === 0 ? "\0" : ops.op_decode(this.#encoding, bytes, flags, state);
      const head = result.charCodeAt(0);
      const left = head & 3;
      if (left > 0) this.#left = bytes.slice(bytes.length - left);
      this.#state = bytes.byteLength === 0 ? state : head >> 2;
      return this.#withoutMark(result.slice(1), started);
    }

    // take returns the bytes to decode now and the state to begin with, and leaves
    // the state of a new decoder.
    #take(input) {
      const fresh = !this.#streaming;
      const left = this.#left;
      const { state, started } = fresh ? { state: 0, started: false } : { state: this.#state, started: this.#started };
      this.#left = empty;
      this.#state = 0;
      this.#started = started;
      let bytes = ArrayBuffer.isView(input)
        ? input.byteLength === 0 ? empty : new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : input.byteLength === 0 ? empty : new Uint8Array(input);
      if (!fresh && left.length > 0) {
        const joined = new Uint8Array(left.length + bytes.length);
        joined.set(left);
        joined.set(bytes, left.length);
        bytes = joined;
      }
      return { bytes, state, started };
    }

    // withoutMark is "serialize I/O queue": it drops a byte order mark.
    #withoutMark(text, started) {
      if (text === "") return text;
      this.#started = true;
      const drop = !started && !this.#ignoreBOM && text.charCodeAt(0) === 0xfeff && this.#encoding.startsWith("utf-");
      return drop ? text.slice(1) : text;
    }
  }
  expose(TextDecoder);

  return { TextEncoder, TextDecoder, utf8Encode, utf8Decode };
});
