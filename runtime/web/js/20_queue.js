// 20_queue: lists that are used as queues, and the queue-with-sizes of streams.
// Spec: https://streams.spec.whatwg.org/#queue-with-sizes
// Deviations: none known.
"use strict";
__host.define("20_queue", () => {
  // A Queue holds objects by their own "next", so that an entry costs no more
  // than itself. An object is in one queue at a time.
  class Queue {
    constructor() {
      this.first = undefined;
      this.last = undefined;
      this.length = 0;
    }
    push(entry) {
      if (this.last === undefined) this.first = entry;
      else this.last.next = entry;
      this.last = entry;
      this.length++;
    }
    shift() {
      const entry = this.first, { next } = entry;
      this.first = next;
      if (next === undefined) this.last = undefined;
      else entry.next = undefined;
      this.length--;
      return entry;
    }
  }

  // The container of a queue-with-sizes holds it in firstEntry and lastEntry, each
  // { value, size, next } or undefined, and has a queueTotalSize. That may count a
  // value that is no longer in the queue.
  function EnqueueValueWithSize(container, value, size) {
    if (size !== 1 && !isChunkSize(size)) throw wrongSize(size);
    const entry = { value, size, next: undefined };
    if (container.lastEntry === undefined) container.firstEntry = entry;
    else container.lastEntry.next = entry;
    container.lastEntry = entry;
    container.queueTotalSize += size;
  }
  function DequeueValue(container) {
    const { value, size, next } = container.firstEntry;
    if ((container.firstEntry = next) === undefined) container.lastEntry = undefined;
    const total = container.queueTotalSize - size;
    container.queueTotalSize = total < 0 ? 0 : total; // rounding errors
    return value;
  }
  // takeEntry is DequeueValue without its change to the total.
  function takeEntry(container) {
    const entry = container.firstEntry;
    if ((container.firstEntry = entry.next) === undefined) container.lastEntry = undefined;
    return entry;
  }
  const isChunkSize = (size) => size >= 0 && size < 1 / 0;
  const wrongSize = (size) => new RangeError(`The size of a chunk must be a finite, non-negative number, not ${size}`);
  function ResetQueue(container) {
    container.firstEntry = container.lastEntry = undefined;
    container.queueTotalSize = 0;
  }

  return { Queue, EnqueueValueWithSize, DequeueValue, takeEntry, isChunkSize, ResetQueue };
});
