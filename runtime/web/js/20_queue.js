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

  // The container of a queue-with-sizes has a queue and a queueTotalSize. That may
  // count a value that is no longer in the queue.
  function EnqueueValueWithSize(container, value, size) {
    addSize(container, size);
    container.queue.push({ value, size, next: undefined });
  }
  function DequeueValue(container) {
    const { value, size } = container.queue.shift();
    subtractSize(container, size);
    return value;
  }
  function addSize(container, size) {
    if (!(size >= 0) || size === Infinity) {
      throw new RangeError(`The size of a chunk must be a finite, non-negative number, not ${size}`);
    }
    container.queueTotalSize += size;
  }
  function subtractSize(container, size) {
    const total = container.queueTotalSize - size;
    container.queueTotalSize = total < 0 ? 0 : total; // rounding errors
  }
  function ResetQueue(container) {
    container.queue = new Queue();
    container.queueTotalSize = 0;
  }

  return { Queue, EnqueueValueWithSize, DequeueValue, addSize, subtractSize, ResetQueue };
});
