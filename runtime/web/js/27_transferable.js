// 27_transferable: the transfer steps of platform objects: MessagePort and streams.
// Spec: https://html.spec.whatwg.org/multipage/structured-data.html#transferable-objects
//       https://streams.spec.whatwg.org/#rs-transfer
// Deviations: transferring and receiving are one step.
"use strict";
__host.define("27_transferable", (host) => {
  const { load, loaded } = host;

  // transferSteps are {target, transfer()}, of which transfer moves what is behind
  // the value to target; undefined for what cannot be transferred. An object of a
  // class exists only if the file of the class was loaded.
  function transferSteps(value) {
    if (loaded("23_message_port") && load("23_message_port").isMessagePort(value)) return load("23_message_port").transferPort(value);
    if (loaded("21_readable_stream") && load("21_readable_stream").isReadableStream(value)) return transferReadable(value);
    if (loaded("20_writable_stream") && load("20_writable_stream").isWritableStream(value)) return transferWritable(value);
    if (loaded("24_transform_stream") && load("24_transform_stream").isTransformStream(value)) return transferTransform(value);
    return undefined;
  }

  function requireUnlocked(locked) {
    if (locked) throw host.domException("a locked stream cannot be transferred", "DataCloneError");
  }
  function ports() {
    const { newPort, entangle } = load("23_message_port");
    const [port1, port2] = [newPort(), newPort()];
    entangle(port1, port2);
    return { port1, port2 };
  }
  function pipe(readable, writable) {
    const { markHandled } = load("20_promise");
    markHandled(load("21_readable_pipe").ReadableStreamPipeTo(readable, writable, false, false, false));
  }

  function transferReadable(value) {
    const { slotsOf, streamObject } = load("21_readable_stream");
    const { ReadableStreamSlots, IsReadableStreamLocked } = load("21_readable");
    const target = new ReadableStreamSlots();
    return {
      target: streamObject(target),
      transfer() {
        requireUnlocked(IsReadableStreamLocked(slotsOf(value)));
        sendReadable(slotsOf(value), target);
      },
    };
  }
  // sendReadable has the readable stream "to" give the chunks of "from".
  function sendReadable(from, to) {
    const { WritableStreamSlots } = load("20_writable");
    const { SetUpCrossRealmTransformReadable, SetUpCrossRealmTransformWritable } = load("27_cross_realm_transform");
    const { port1, port2 } = ports();
    const writable = new WritableStreamSlots();
    SetUpCrossRealmTransformWritable(writable, port1);
    pipe(from, writable);
    SetUpCrossRealmTransformReadable(to, port2);
  }

  function transferWritable(value) {
    const { slotsOfStream, streamObject } = load("20_writable_stream");
    const { WritableStreamSlots, IsWritableStreamLocked } = load("20_writable");
    const target = new WritableStreamSlots();
    return {
      target: streamObject(target),
      transfer() {
        requireUnlocked(IsWritableStreamLocked(slotsOfStream(value)));
        sendWritable(slotsOfStream(value), target);
      },
    };
  }
  // sendWritable has the chunks that are written to "to" be written to "from".
  function sendWritable(from, to) {
    const { ReadableStreamSlots } = load("21_readable");
    const { SetUpCrossRealmTransformReadable, SetUpCrossRealmTransformWritable } = load("27_cross_realm_transform");
    const { port1, port2 } = ports();
    const readable = new ReadableStreamSlots();
    SetUpCrossRealmTransformReadable(readable, port1);
    pipe(readable, from);
    SetUpCrossRealmTransformWritable(to, port2);
  }

  function transferTransform(value) {
    const { slotsOf, transformObject } = load("24_transform_stream");
    const { WritableStreamSlots, IsWritableStreamLocked } = load("20_writable");
    const { ReadableStreamSlots, IsReadableStreamLocked } = load("21_readable");
    const from = slotsOf(value);
    const to = { readable: new ReadableStreamSlots(), writable: new WritableStreamSlots() };
    return {
      target: transformObject(to),
      transfer() {
        requireUnlocked(IsReadableStreamLocked(from.readable) || IsWritableStreamLocked(from.writable));
        sendReadable(from.readable, to.readable);
        sendWritable(from.writable, to.writable);
      },
    };
  }
  return { transferSteps };
});
