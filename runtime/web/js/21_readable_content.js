// 21_readable_content: byte streams of content that is all there.
// Spec: https://fetch.spec.whatwg.org/#concept-bodyinit-extract
// Deviations: none known. The controller is made when it is first needed, which no
// program can tell: most of these streams only take a body from one object to another.
"use strict";
__host.define("21_readable_content", ({ load }) => {
  const { ReadableStreamSlots, IsReadableStreamLocked, ReadableStreamClose, AcquireReadableStreamDefaultReader } =
    load("21_readable");

  const setUpController = (stream, source) =>
    load("21_readable_byte_stream").SetUpReadableByteStreamController(stream, source, 0, undefined);

  // A ContentSource is the source of one chunk.
  class ContentSource {
    constructor(content) {
      this.content = content;
    }
    start(controller) {
      const { content } = this;
      if (content.length > 0) controller.enqueue(typeof content === "string" ? load("06_encoding").utf8Encode(content) : content.slice());
      controller.close();
    }
    pull() {}
    cancel() {}
  }

  const PIECE = 1 << 16; // bytes of a chunk of the stream

  // A SequenceSource is the source of a ByteSequence, in pieces.
  class SequenceSource {
    constructor(sequence) {
      this.chunks = sequence.chunks;
      this.index = 0;
      this.at = 0; // in the chunk at index
    }
    start(controller) {
      this.skip();
      if (this.index === this.chunks.length) controller.close();
    }
    skip() {
      const { chunks } = this;
      while (this.index < chunks.length && this.at >= chunks[this.index].byteLength) {
        this.index++;
        this.at = 0;
      }
    }
    pull(controller) {
      controller.enqueue(this.chunks[this.index].slice(this.at, (this.at += PIECE)));
      this.skip();
      if (this.index === this.chunks.length) controller.close();
    }
    cancel() {
      this.chunks = [];
    }
  }
  const sourceOf = (content) =>
    typeof content === "string" || ArrayBuffer.isView(content) ? new ContentSource(content) : new SequenceSource(content);

  // content is a string, bytes that nobody changes or a ByteSequence.
  class ContentStreamSlots extends ReadableStreamSlots {
    constructor(content) {
      super();
      this.content = content;
      if (content.length === 0) setUpController(this, sourceOf(content)); // it is closed at once
    }
    get controller() {
      if (this.made === undefined) setUpController(this, sourceOf(this.content));
      return this.made;
    }
    set controller(controller) {
      this.made = controller;
    }
  }

  // takeContent reads a stream to its end and locks it, and returns its content. It
  // returns undefined, and does nothing, if that is not as it was at first.
  function takeContent(stream) {
    if (!(stream instanceof ContentStreamSlots)) return undefined;
    if (stream.made !== undefined || stream.disturbed || IsReadableStreamLocked(stream)) return undefined;
    stream.disturbed = true;
    AcquireReadableStreamDefaultReader(stream);
    ReadableStreamClose(stream);
    return stream.content;
  }

  return { ContentStreamSlots, takeContent };
});
