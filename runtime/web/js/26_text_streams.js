// 26_text_streams: TextEncoderStream and TextDecoderStream.
// Spec: https://encoding.spec.whatwg.org/#interface-textdecoderstream
// Deviations: none known.
"use strict";
__host.define("26_text_streams", ({ load }) => {
  const { DOMString, expose } = load("01_webidl");
  const { TextDecoder, utf8Encode } = load("06_encoding");
  const { createTransformStream } = load("24_transform");
  const writableObject = (stream) => load("20_writable_stream").streamObject(stream);
  const { streamObject: readableObject } = load("21_readable_stream");
  const { decode } = TextDecoder.prototype;

  // An Encoder holds back the first half of a surrogate pair.
  class Encoder {
    constructor() {
      this.leadingSurrogate = "";
    }
    transform(chunk, controller) {
      let text = this.leadingSurrogate + DOMString(chunk, "TextEncoderStream: a chunk");
      const last = text.charCodeAt(text.length - 1);
      this.leadingSurrogate = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : "";
      if (this.leadingSurrogate !== "") text = text.slice(0, -1);
      if (text !== "") controller.enqueue(utf8Encode(text));
    }
    flush(controller) {
      if (this.leadingSurrogate !== "") controller.enqueue(utf8Encode("\ufffd"));
    }
  }

  class TextEncoderStream {
    #transform = createTransformStream(new Encoder());
    get encoding() {
      return this.#transform, "utf-8";
    }
    get readable() {
      return readableObject(this.#transform.readable);
    }
    get writable() {
      return writableObject(this.#transform.writable);
    }
  }

  class Decoder {
    constructor(decoder) {
      this.decoder = decoder;
    }
    transform(chunk, controller) {
      if (chunk === undefined) throw new TypeError("TextDecoderStream: a chunk is not an ArrayBuffer or a view on one");
      this.enqueue(decode.call(this.decoder, chunk, { stream: true }), controller);
    }
    flush(controller) {
      this.enqueue(decode.call(this.decoder), controller);
    }
    enqueue(text, controller) {
      if (text !== "") controller.enqueue(text);
    }
  }

  class TextDecoderStream {
    #decoder;
    #transform;
    constructor(label = "utf-8", options = {}) {
      this.#decoder = new TextDecoder(label, options);
      this.#transform = createTransformStream(new Decoder(this.#decoder));
    }
    get encoding() {
      return this.#decoder.encoding;
    }
    get fatal() {
      return this.#decoder.fatal;
    }
    get ignoreBOM() {
      return this.#decoder.ignoreBOM;
    }
    get readable() {
      return readableObject(this.#transform.readable);
    }
    get writable() {
      return writableObject(this.#transform.writable);
    }
  }

  return { TextEncoderStream: expose(TextEncoderStream), TextDecoderStream: expose(TextDecoderStream) };
});
