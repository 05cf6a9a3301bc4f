// 28_compression: CompressionStream and DecompressionStream.
// Spec: https://compression.spec.whatwg.org/
// Deviations: a chunk that grows a lot is passed on as it is read, and its write
// settles only then, so that it takes little memory. A stream that is
// not read to its end when the last request has been answered is given up, as the I/O
// of a request is in Workers.
"use strict";
__host.define("28_compression", (host) => {
  const { ops, load } = host;
  const { required, enumeration, isArrayBuffer, bytesOf, expose } = load("01_webidl");
  const { requireHandler } = load("02_global_scope");
  const { react, Deferred } = load("20_promise");
  const { toArrayBufferView } = load("21_array_buffer");
  const { streamObject: writableObject } = load("20_writable_stream");
  const { streamObject: readableObject } = load("21_readable_stream");
  const { createTransformStream, uponBackpressureChange } = load("24_transform");

  const toFormat = enumeration("CompressionFormat", ["deflate", "deflate-raw", "gzip", "brotli"]);

  // The contexts that live in Go, and where they were made.
  const open = new Map();
  host.live.push(() => Array.from(open.values()));
  function release(id) {
    if (open.delete(id)) ops.op_compression_release(id);
  }
  // dropCompressions ends those that a request has left behind.
  host.dropCompressions = function dropCompressions() {
    for (const id of Array.from(open.keys())) release(id);
  };
  const unreachable = typeof FinalizationRegistry === "function" ? new FinalizationRegistry(release) : null;

  const isEmpty = (chunk) => chunk.byteLength === 0;
  function toBytes(chunk, what) {
    if (!isArrayBuffer(chunk)) toArrayBufferView(chunk, `${what}: a chunk`);
    return chunk;
  }

  // A Context is a context of the standard, and the transformer of its stream. Its
  // half in Go is made when it is first needed.
  class Context {
    constructor(format, what) {
      this.format = format;
      this.what = what;
      this.origin = host.origin();
      this.id = 0;
    }
    transform(chunk, controller) {
      return this.attempt(() => {
        const bytes = toBytes(chunk, this.what);
        if (!isEmpty(bytes)) return this.write(bytes, controller);
      });
    }
    flush(controller) {
      this.attempt(() => this.finish(controller));
      this.release();
    }
    cancel() {
      this.release();
    }
    // opened is the number of the half in Go, which openOp makes.
    opened(openOp) {
      if (this.id === 0) {
        this.id = openOp(this.format);
        open.set(this.id, { What: this.what, Stack: this.origin });
        unreachable?.register(this, this.id, this);
      }
      return this.id;
    }
    release() {
      release(this.id);
      this.id = 0;
      unreachable?.unregister(this);
    }
    // attempt ends the context if what it does throws.
    attempt(algorithm) {
      try {
        return algorithm();
      } catch (error) {
        this.release();
        throw error;
      }
    }
  }

  function enqueue(buffer, controller) {
    if (!isEmpty(buffer)) controller.enqueue(bytesOf(buffer));
  }

  class Compression extends Context {
    write(bytes, controller) {
      enqueue(ops.op_compression_write(this.opened(ops.op_compression_open), bytes), controller);
    }
    finish(controller) {
      enqueue(ops.op_compression_finish(this.opened(ops.op_compression_open)), controller);
    }
  }

  // How many pieces of a chunk are passed on before any is asked for.
  const BURST = 16;

  class Decompression extends Context {
    write(bytes, controller) {
      return this.pass(ops.op_decompression_write(this.opened(ops.op_decompression_open), bytes), controller, BURST);
    }
    finish(controller) {
      this.pass(ops.op_decompression_finish(this.opened(ops.op_decompression_open)), controller, Infinity);
    }
    // pass enqueues a piece and those after it. Where they are too many for the
    // reader, it waits for a pull.
    pass(piece, controller, burst) {
      for (let n = 0; !isEmpty(piece); n++) {
        const { stream } = controller;
        if (n >= burst && stream.backpressure) return this.wait(piece, controller);
        enqueue(piece, controller);
        piece = ops.op_decompression_read(this.id);
      }
      return undefined;
    }
    wait(piece, controller) {
      const changed = new Deferred();
      uponBackpressureChange(controller.stream, () => changed.resolve(undefined));
      return react(changed, () => {
        if (this.id !== 0) return this.attempt(() => this.pass(piece, controller, 1));
      });
    }
  }

  class CompressionStream {
    #transform;
    constructor(format) {
      const context = "Failed to construct 'CompressionStream'";
      required(arguments.length, 1, context);
      format = toFormat(format, `${context}: 1st argument`);
      requireHandler();
      this.#transform = createTransformStream(new Compression(format, "CompressionStream"));
    }
    get readable() {
      return readableObject(this.#transform.readable);
    }
    get writable() {
      return writableObject(this.#transform.writable);
    }
  }

  class DecompressionStream {
    #transform;
    constructor(format) {
      const context = "Failed to construct 'DecompressionStream'";
      required(arguments.length, 1, context);
      format = toFormat(format, `${context}: 1st argument`);
      requireHandler();
      this.#transform = createTransformStream(new Decompression(format, "DecompressionStream"));
    }
    get readable() {
      return readableObject(this.#transform.readable);
    }
    get writable() {
      return writableObject(this.#transform.writable);
    }
  }

  return { CompressionStream: expose(CompressionStream), DecompressionStream: expose(DecompressionStream) };
});
