// 21_readable_default_stream_controller: ReadableStreamDefaultController.
// Spec: https://streams.spec.whatwg.org/#rs-default-controller-class
// Deviations: none known.
"use strict";
__host.define("21_readable_default_stream_controller", ({ load }) => {
  const { expose, illegal, guardConstructor } = load("01_webidl");
  const {
    ReadableStreamDefaultControllerCanCloseOrEnqueue, ReadableStreamDefaultControllerClose,
    ReadableStreamDefaultControllerEnqueue, ReadableStreamDefaultControllerError, ReadableStreamDefaultControllerGetDesiredSize,
  } = load("21_readable_default_stream");

  class ReadableStreamDefaultController {
    #slots;
    constructor(token = undefined, slots = undefined) {
      guardConstructor(token);
      this.#slots = slots;
    }
    get desiredSize() {
      return ReadableStreamDefaultControllerGetDesiredSize(this.#slots);
    }
    close() {
      const controller = this.#slots;
      if (!ReadableStreamDefaultControllerCanCloseOrEnqueue(controller)) throw refused("closed", controller);
      ReadableStreamDefaultControllerClose(controller);
    }
    enqueue(chunk = undefined) {
      const controller = this.#slots;
      if (controller.closeRequested || controller.stream.state !== "readable") throw refused("enqueued to", controller);
      ReadableStreamDefaultControllerEnqueue(controller, chunk);
    }
    error(e = undefined) {
      ReadableStreamDefaultControllerError(this.#slots, e);
    }
  }
  expose(ReadableStreamDefaultController);

  const refused = (what, { stream }) =>
    new TypeError(`The stream is ${stream.state === "errored" ? "errored" : "closed or closing"} and cannot be ${what}`);
  const controllerObject = (controller) => (controller.object ??= new ReadableStreamDefaultController(illegal, controller));

  return { ReadableStreamDefaultController, controllerObject };
});
