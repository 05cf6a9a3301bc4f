// 33_body: bodies of requests and responses.
// Spec: https://fetch.spec.whatwg.org/#bodies
// Deviations: formData goes by the Content-Type from before it reads a stream. A body that
// is known as a string or bytes has its stream made only when it is looked at, which no program can tell.
"use strict";
__host.define("33_body", ({ ops, load, loaded }) => {
  const { USVString, toWellFormed, isArrayBuffer, bytesOf } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");

  const utf8Encode = (text) => load("06_encoding").utf8Encode(text);
  const utf8Decode = (bytes) => load("06_encoding").utf8Decode(bytes);
  const streams = () => (streamFile ??= load("21_readable_stream"));
  let streamFile;

  // A body has a source, a string, bytes that nobody changes or a ByteSequence, or it came
  // as a stream. stream is null until it is looked at, type is for Content-Type or
  // null, and used tells that the body was read while there was no stream.
  function newBody(source, stream, type) {
    if (stream === null) requireHandler();
    return { source, stream, type, used: false };
  }

  // extract makes the body of a BodyInit that is not null.
  function extract(init, context, keepalive = false) {
    if (typeof init === "string") return newBody(toWellFormed(init), null, "text/plain;charset=UTF-8");
    if (typeof init === "object") {
      const body = extractObject(init, context, keepalive);
      if (body !== null) return body;
      if (ArrayBuffer.isView(init) || isArrayBuffer(init)) return newBody(bytesOf(init).slice(), null, null);
    }
    return newBody(USVString(init, context), null, "text/plain;charset=UTF-8");
  }
  // An object of an interface exists only if the interface's file was loaded.
  function extractObject(init, context, keepalive) {
    if (loaded("21_readable_stream") && streams().isReadableStream(init)) {
      if (keepalive) throw new TypeError(`${context}: a keepalive request can't have a stream as its body`);
      if (!streams().isFresh(init)) {
        throw new TypeError(`${context}: the stream is locked or was read from`);
      }
      return newBody(null, init, null);
    }
    if (loaded("30_blob")) {
      const { isBlob, blobContent, blobType } = load("30_blob");
      if (isBlob(init)) return newBody(simple(blobContent(init)), null, blobType(init) || null);
    }
    if (loaded("31_form_data")) {
      const { isFormData, encodeMultipart } = load("31_form_data");
      if (isFormData(init)) {
        const { content, type } = encodeMultipart(init);
        return newBody(simple(content), null, type);
      }
    }
    if (loaded("07_url") && load("07_url").isURLSearchParams(init)) {
      const { serialize } = load("07_url");
      return newBody(serialize(init), null, "application/x-www-form-urlencoded;charset=UTF-8");
    }
    return null;
  }

  // simple is a ByteSequence as bytes, if it has them in one piece.
  const simple = (content) => (content.chunks.length > 1 ? content : content.bytes);
  const isSequence = (source) => loaded("20_byte_sequence") && source instanceof load("20_byte_sequence").ByteSequence;

  const bytesIn = (source) => (isSequence(source) ? source.bytes : source);

  // streamOf is the body's stream, made now if need be.
  function streamOf(body) {
    if (body.stream !== null) return body.stream;
    body.stream = streams().createContentStream(body.source);
    if (body.used) streams().readAllBytes(body.stream, () => {}, () => {});
    return body.stream;
  }
  function isUsed(body) {
    return body.stream === null ? body.used : streams().isDisturbed(body.stream);
  }
  function isUnusable(body) {
    return body.stream === null ? body.used : !streams().isFresh(body.stream);
  }

  // clone is "clone a body". The caller has checked that it is usable.
  function clone(body) {
    if (body.stream === null) return newBody(body.source, null, body.type);
    const [mine, its] = streams().tee(body.stream);
    body.stream = mine;
    return newBody(body.source, its, body.type);
  }

  // move gives the content of a usable body to a new one ("create a proxy").
  function move(body) {
    if (body.stream !== null) {
      const { TransformStream } = load("24_transform_stream");
      return newBody(null, streams().pipeThrough(body.stream, new TransformStream()), body.type);
    }
    body.used = true;
    return newBody(body.source, null, body.type);
  }

  // take is what is sent: the source, or the stream where that was looked into.
  function take(body) {
    if (isUnusable(body)) throw new TypeError("the body has been read already");
    if (body.stream !== null) return streams().takeContent(body.stream) ?? body.stream;
    body.used = true;
    return body.source;
  }

  // isStream tells a stream among what take returns.
  const isStream = (content) =>
    typeof content === "object" && content !== null && !ArrayBuffer.isView(content) && !isSequence(content);

  // forHost is what take returns as the host takes it: null, a string, bytes or a stream.
  function forHost(content) {
    if (!isSequence(content)) return content;
    const stream = streams().createContentStream(content);
    setExpectedLength(stream, content.length);
    return stream;
  }

  // expectedLength is how many bytes a stream will have, where that is known, or undefined.
  function expectedLength(stream) {
    const length = lengths.get(stream);
    if (length !== undefined || !loaded("25_fixed_length_stream")) return length;
    return load("25_fixed_length_stream").expectedLength(stream);
  }
  const lengths = new WeakMap(); // of streams from outside
  function setExpectedLength(stream, length) {
    lengths.set(stream, length);
  }

  // consume is "consume body" of an object: convert(source, object, listOf) makes
  // the result of a string, of bytes that are not ours to give away, or of a ByteSequence.
  // readerOf(object, listOf) may give a reader of chunks, whose result is that of its end.
  function consume(object, bodyOf, listOf, convert, readerOf = undefined) {
    try {
      const body = bodyOf(object);
      if (body === null) return Promise.resolve(convert("", object, listOf));
      if (isUnusable(body)) throw new TypeError("Body is unusable: it has been read already");
      if (body.stream === null) body.used = true;
      const content = body.stream === null ? body.source : streams().takeContent(body.stream);
      if (content === undefined) {
        const reader = readerOf?.(object, listOf);
        if (reader !== undefined) return consumeChunks(body.stream, reader);
        return consumeStream(body.stream, (bytes) => convert(bytes, object, listOf));
      }
      return Promise.resolve(convert(content, object, listOf));
    } catch (error) {
      return Promise.reject(error);
    }
  }
  // consumeStream resolves with no promise for the bytes on the way, whose "then"
  // could be intercepted.
  function consumeStream(stream, convert) {
    return new Promise((resolve, reject) => {
      streams().readAllBytes(stream, (bytes) => {
        try {
          resolve(convert(bytes));
        } catch (error) {
          reject(error);
        }
      }, reject);
    });
  }
  function consumeChunks(stream, reader) {
    return new Promise((resolve, reject) => {
      streams().readEachChunk(stream, (chunk) => reader.push(chunk), () => {
        try {
          resolve(reader.end());
        } catch (error) {
          reject(error);
        }
      }, reject);
    });
  }
  function toBytes(source) {
    if (typeof source === "string") return utf8Encode(source);
    return isSequence(source) ? load("20_byte_sequence").concatenate(source.chunks) : source.slice();
  }
  const toArrayBuffer = (source) => toBytes(source).buffer;
  function toText(source) {
    if (typeof source !== "string") return utf8Decode(bytesIn(source));
    return source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  }
  const toJSON = (source) => JSON.parse(toText(source));
  function toBlob(source, object, listOf) {
    const type = typeOf(listOf(object));
    const { ByteSequence } = load("20_byte_sequence");
    const content = isSequence(source) ? source : new ByteSequence([toBytes(source)]);
    return load("30_blob").createBlob(content, type === null ? "" : load("29_mime_type").serializeMIMEType(type));
  }
  function toFormData(source, object, listOf) {
    const type = typeOf(listOf(object));
    if (type?.essence === "multipart/form-data") {
      const bytes = typeof source === "string" ? utf8Encode(source) : bytesIn(source);
      return load("31_form_data").parseMultipart(bytes, type.parameters.get("boundary"));
    }
    if (type?.essence !== "application/x-www-form-urlencoded") {
      throw new TypeError("formData: the Content-Type is neither multipart/form-data nor application/x-www-form-urlencoded");
    }
    // A byte order mark is a character of the form.
    const text = typeof source === "string" ? source : ops.op_utf8_decode(bytesIn(source), false, true);
    return load("31_form_data").createFormData(load("07_url").parseURLEncoded(text));
  }
  // formReader reads a multipart body that comes as a stream.
  function formReader(object, listOf) {
    const type = typeOf(listOf(object));
    if (type?.essence !== "multipart/form-data" || !type.parameters.has("boundary")) return undefined;
    return new (load("31_form_data").MultipartReader)(type.parameters.get("boundary"));
  }
  const typeOf = (list) => load("29_mime_type").extractMIMEType(load("32_headers").getFrom(list, "content-type"));

  // mixin gives a class the members of the Body mixin. bodyOf(object), its body or
  // null, and listOf(object), its header list, throw a TypeError on a foreign object.
  function mixin(cls, bodyOf, listOf) {
    const members = {
      get body() {
        const body = bodyOf(this);
        return body === null ? null : streamOf(body);
      },
      get bodyUsed() {
        const body = bodyOf(this);
        return body !== null && isUsed(body);
      },
      arrayBuffer() {
        return consume(this, bodyOf, listOf, toArrayBuffer);
      },
      blob() {
        return consume(this, bodyOf, listOf, toBlob);
      },
      bytes() {
        return consume(this, bodyOf, listOf, toBytes);
      },
      formData() {
        return consume(this, bodyOf, listOf, toFormData, formReader);
      },
      json() {
        return consume(this, bodyOf, listOf, toJSON);
      },
      text() {
        return consume(this, bodyOf, listOf, toText);
      },
    };
    Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
  }

  return { newBody, extract, isUnusable, clone, move, take, isStream, forHost, expectedLength, setExpectedLength, mixin };
});
