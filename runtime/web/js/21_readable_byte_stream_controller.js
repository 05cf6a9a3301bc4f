// 21_readable_byte_stream_controller: ReadableByteStreamController and ReadableStreamBYOBRequest.
// Spec: https://streams.spec.whatwg.org/#rbs-controller-class
// Deviations: none known.
"use strict";
__host.define("21_readable_byte_stream_controller", ({ load }) => {
  const { required, integer, expose, illegal, guardConstructor } = load("01_webidl");
  const { toArrayBufferView, IsDetachedBuffer } = load("21_array_buffer");
  const { ReadableByteStreamControllerError, ReadableByteStreamControllerGetDesiredSize } = load("21_readable_byte_queue");
  const {
    ReadableByteStreamControllerClose, ReadableByteStreamControllerEnqueue, ReadableByteStreamControllerGetBYOBRequest,
  } = load("21_readable_byte_stream");
  const { ReadableByteStreamControllerRespond, ReadableByteStreamControllerRespondWithNewView } = load("21_readable_byte_respond");
  const toByteCount = integer(64, false, "enforceRange");

  class ReadableByteStreamController {
    #slots;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      this.#slots = slots;
    }
    get byobRequest() {
      return requestObject(ReadableByteStreamControllerGetBYOBRequest(this.#slots));
    }
    get desiredSize() {
      return ReadableByteStreamControllerGetDesiredSize(this.#slots);
    }
    close() {
      checkOpen(this.#slots, "closed");
      ReadableByteStreamControllerClose(this.#slots);
    }
    enqueue(chunk) {
      const controller = this.#slots;
      required(arguments.length, 1, "ReadableByteStreamController.enqueue");
      chunk = toArrayBufferView(chunk, "ReadableByteStreamController.enqueue: 1st argument");
      if (chunk.byteLength === 0 || chunk.buffer.byteLength === 0) {
        throw new TypeError("ReadableByteStreamController.enqueue: the chunk is empty");
      }
      checkOpen(controller, "enqueued to");
      ReadableByteStreamControllerEnqueue(controller, chunk);
    }
    error(e = undefined) {
      ReadableByteStreamControllerError(this.#slots, e);
    }
  }
  expose(ReadableByteStreamController);

  function checkOpen({ closeRequested, stream }, what) {
    if (closeRequested) throw new TypeError(`The stream is closing and cannot be ${what}`);
    if (stream.state !== "readable") throw new TypeError(`The stream is ${stream.state} and cannot be ${what}`);
  }

  class ReadableStreamBYOBRequest {
    #slots;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      this.#slots = slots;
    }
    get view() {
      return this.#slots.view;
    }
    respond(bytesWritten) {
      const { controller, view } = this.#slots;
      required(arguments.length, 1, "ReadableStreamBYOBRequest.respond");
      bytesWritten = toByteCount(bytesWritten, "ReadableStreamBYOBRequest.respond: 1st argument");
      if (controller === undefined) throw invalidated();
      if (IsDetachedBuffer(view.buffer)) throw new TypeError("The view of the BYOB request is detached");
      ReadableByteStreamControllerRespond(controller, bytesWritten);
    }
    respondWithNewView(view) {
      const { controller } = this.#slots;
      required(arguments.length, 1, "ReadableStreamBYOBRequest.respondWithNewView");
      view = toArrayBufferView(view, "ReadableStreamBYOBRequest.respondWithNewView: 1st argument");
      if (controller === undefined) throw invalidated();
      if (IsDetachedBuffer(view.buffer)) throw new TypeError("The view is detached");
      ReadableByteStreamControllerRespondWithNewView(controller, view);
    }
  }
  expose(ReadableStreamBYOBRequest);

  const invalidated = () => new TypeError("The BYOB request has been responded to");
  const controllerObject = (controller) => (controller.object ??= new ReadableByteStreamController(illegal, controller));
  function requestObject(request) {
    if (request === null) return null;
    return (request.object ??= new ReadableStreamBYOBRequest(illegal, request));
  }

  return { ReadableByteStreamController, ReadableStreamBYOBRequest, controllerObject };
});
