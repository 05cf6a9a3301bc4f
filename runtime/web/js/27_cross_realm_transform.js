// 27_cross_realm_transform: streams whose other end is behind a message port.
// Spec: https://streams.spec.whatwg.org/#transferrable-streams
// Deviations: there is no messageerror to handle (see 23_message_port).
"use strict";
__host.define("27_cross_realm_transform", (host) => {
  const { load } = host;
  const { rejectedWith, react, Deferred } = load("20_promise");
  const { SetUpWritableStreamDefaultController, WritableStreamDefaultControllerErrorIfNeeded } = load("20_writable");
  const { SetUpReadableStreamDefaultController } = load("21_readable_default_stream");
  const { postMessage, start, disentangle } = load("23_message_port");

  // PackAndPostMessage throws what cannot be cloned.
  const PackAndPostMessage = (port, type, value) => postMessage(port, { __proto__: null, type, value }, []);

  function CrossRealmTransformSendError(port, error) {
    try {
      PackAndPostMessage(port, "error", error);
    } catch {
      // The other side learns nothing of an error that cannot be cloned.
    }
  }

  // PackAndPostMessageHandlingError closes the port when told so or when it fails, and
  // returns undefined or a rejected promise.
  function PackAndPostMessageHandlingError(port, type, value, last) {
    try {
      PackAndPostMessage(port, type, value);
    } catch (error) {
      CrossRealmTransformSendError(port, error);
      disentangle(port);
      return rejectedWith(error);
    }
    if (last) disentangle(port);
    return undefined;
  }

  // A CrossRealmSource is the source of a readable stream that gets its chunks from a port.
  class CrossRealmSource {
    constructor(port) {
      this.port = port;
    }
    start() {}
    pull() {
      PackAndPostMessage(this.port, "pull", undefined);
    }
    cancel(reason) {
      return PackAndPostMessageHandlingError(this.port, "error", reason, true);
    }
    receive({ type, value }, stream) {
      const { controller } = stream;
      if (stream.state !== "readable") return; // it was canceled
      if (type === "chunk") return controller.enqueue(value);
      disentangle(this.port);
      if (type === "close") controller.close();
      else controller.error(value);
    }
  }

  function SetUpCrossRealmTransformReadable(stream, port) {
    const source = new CrossRealmSource(port);
    port.receive = (data) => source.receive(data, stream);
    start(port);
    SetUpReadableStreamDefaultController(stream, source, 0, undefined);
  }

  // A CrossRealmSink is the sink of a writable stream that sends its chunks to a
  // port, each when the other side has asked for one.
  class CrossRealmSink {
    constructor(port) {
      this.port = port;
      this.backpressure = new Deferred();
    }
    start() {}
    write(chunk) {
      return react(this.backpressure, () => {
        this.backpressure = new Deferred();
        return PackAndPostMessageHandlingError(this.port, "chunk", chunk, false);
      });
    }
    close() {
      PackAndPostMessage(this.port, "close", undefined);
      disentangle(this.port);
    }
    abort(reason) {
      return PackAndPostMessageHandlingError(this.port, "error", reason, true);
    }
    receive({ type, value }, controller) {
      if (type === "error") WritableStreamDefaultControllerErrorIfNeeded(controller, value);
      this.backpressure.resolve(undefined);
    }
  }

  function SetUpCrossRealmTransformWritable(stream, port) {
    const sink = new CrossRealmSink(port);
    port.receive = (data) => sink.receive(data, stream.controller);
    start(port);
    SetUpWritableStreamDefaultController(stream, sink, 1, () => 1);
  }

  return { SetUpCrossRealmTransformReadable, SetUpCrossRealmTransformWritable };
});
