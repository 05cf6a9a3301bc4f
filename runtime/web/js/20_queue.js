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
      const entry = this.first;
      this.first = entry.next;
      if (this.first === undefined) this.last = undefined;
      entry.next = undefined;
      this.length--;
      return entry;
    }
  }

  // The container of a queue-with-sizes has a queue and a queueTotalSize.
  function EnqueueValueWithSize(container, value, size) {
    if (!(size >= 0) || size === Infinity) {
      throw new RangeError(`The size of a chunk must be a finite, non-negative number, not ${size}`);
    }
    container.queue.push({ value, size, next: undefined });
    container.queueTotalSize += size;
  }
  function DequeueValue(container) {
    const { value, size } = container.queue.shift();
    container.queueTotalSize -= size;
    if (container.queueTotalSize < 0) container.queueTotalSize = 0; // rounding errors
    return value;
  }
  function ResetQueue(container) {
    container.queue = new Queue();
    container.queueTotalSize = 0;
  }

  return { Queue, EnqueueValueWithSize, DequeueValue, ResetQueue };
});
