const log = [];

async function* count(n) {
  try {
    for (let i = 0; i < n; i++) yield await i;
  } finally {
    log.push("closed");
    await null;
    log.push("after");
  }
}

class Pager {
  async *[Symbol.asyncIterator]() {
    yield* count(2);
  }
}

export default {
  async fetch() {
    const got = [];
    for await (const x of count(5)) {
      if (x === 2) break;
      got.push(x);
    }
    for await (const x of new Pager()) got.push(x);
    return "mark:" + [got, log, Object.prototype.toString.call(count(0))];
  },
};
