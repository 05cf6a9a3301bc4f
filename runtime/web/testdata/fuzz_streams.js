// The program of FuzzStreams: each byte of its input chooses what is done next to
// some stream, reader or writer. It logs what it sees, which is the same in every engine.
"use strict";
const fuzz = async (bytes, log) => {
  let at = 0;
  const byte = () => (at < bytes.length ? bytes[at++] : 0);
  const of = (list) => list[byte() % Math.max(list.length, 1)];
  const readables = [], writables = [], readers = [], writers = [], controllers = [], iterators = [];
  let made = 0;
  const internal = /undefined|not a function|no member|null|is not an object/i; // what an engine says of a bug of ours
  const problem = (error) => {
    if (error instanceof TypeError && internal.test(error.message)) log(`BUG ${error.message} ${error.stack}`);
    return `${error?.name ?? error}`;
  };
  const attempt = (what, f) => {
    try {
      const result = f();
      if (result instanceof Promise) result.then((value) => log(`${what} -> ${show(value)}`), (error) => log(`${what} -x ${problem(error)}`));
      return result;
    } catch (error) {
      log(`${what} !! ${problem(error)}`);
      return undefined;
    }
  };
  const show = (value) => {
    if (ArrayBuffer.isView(value)) return `[${Array.from(value)}]`;
    if (typeof value !== "object" || value === null) return `${value}`;
    return "value" in value || "done" in value ? `${show(value.value)} ${value.done}` : "object";
  };
  // Chunks of a source are numbered; whoever gets them must get them in order.
  const last = new Map();
  const seen = (who, chunk) => {
    if (typeof chunk !== "number") return;
    const key = `${who} ${Math.floor(chunk / 1000)}`;
    if (last.get(key) >= chunk) log(`BUG ${key} got ${chunk} after ${last.get(key)}`);
    last.set(key, chunk);
  };

  const userError = () => Object.assign(new RangeError("of the user"), { name: "UserError" });
  const later = (kind, f) => (kind % 2 === 0 ? f() : new Promise((resolve) => setTimeout(resolve, kind % 4)).then(f));

  function newReadable() {
    const id = ++made, kind = byte(), bytesType = kind % 3 === 0, limit = kind % 7;
    let n = 0;
    const source = {
      start(controller) {
        controllers.push(controller);
        if (kind % 11 === 10) throw userError();
      },
      cancel(reason) {
        log(`source ${id} canceled with ${problem(reason)}`);
        if (kind % 5 === 4) throw userError();
      },
    };
    if (kind % 2 === 0) source.pull = (controller) => later(kind, () => {
      if (n === limit) return kind % 13 === 12 ? controller.error(userError()) : controller.close();
      n++;
      if (!bytesType) controller.enqueue(id * 1000 + n);
      else if (controller.byobRequest && kind % 4 === 0) {
        controller.byobRequest.view[0] = n;
        controller.byobRequest.respond(1);
      } else controller.enqueue(new Uint8Array([id, n]));
    });
    if (bytesType) {
      source.type = "bytes";
      if (kind % 9 === 0) source.autoAllocateChunkSize = 3;
    }
    const strategy = kind % 6 === 5 ? { highWaterMark: kind % 4 } : undefined;
    const stream = attempt("new ReadableStream", () => new ReadableStream(source, strategy));
    if (stream !== undefined) readables.push(stream);
  }
  function newWritable() {
    const id = ++made, kind = byte();
    const stream = attempt("new WritableStream", () => new WritableStream({
      start(controller) { controllers.push(controller); },
      write(chunk) {
        log(`sink ${id} got ${show(chunk)}`);
        seen(`sink ${id}`, chunk);
        return later(kind, () => { if (kind % 9 === 8) throw userError(); });
      },
      close() { return later(kind, () => { log(`sink ${id} closed`); if (kind % 11 === 10) throw userError(); }); },
      abort(reason) { log(`sink ${id} aborted with ${problem(reason)}`); if (kind % 13 === 12) throw userError(); },
    }, { highWaterMark: kind % 4 }));
    if (stream !== undefined) writables.push(stream);
  }
  function newTransform() {
    const kind = byte();
    const stream = attempt("new TransformStream", () => new TransformStream(kind % 3 === 0 ? {} : {
      transform(chunk, controller) {
        return later(kind, () => {
          if (kind % 7 === 6) throw userError();
          if (kind % 5 === 4) return controller.terminate();
          controller.enqueue(chunk);
        });
      },
      flush() { if (kind % 11 === 10) throw userError(); },
      cancel() { if (kind % 13 === 12) throw userError(); },
    }));
    if (stream === undefined) return;
    readables.push(stream.readable);
    writables.push(stream.writable);
  }
  function read() {
    const i = byte() % Math.max(readers.length, 1), reader = readers[i];
    if (reader === undefined) return;
    const byob = reader instanceof ReadableStreamBYOBReader;
    const result = attempt(`read ${i}`, () => (byob ? reader.read(new Uint8Array(1 + byte() % 4)) : reader.read()));
    result?.then(({ value }) => seen(`reader ${i}`, value), () => {});
  }
  const options = (kind) => ({ preventClose: !!(kind & 1), preventAbort: !!(kind & 2), preventCancel: !!(kind & 4) });
  function pipe() {
    const from = of(readables), to = of(writables), kind = byte();
    if (from === undefined || to === undefined) return;
    const controller = new AbortController();
    if (kind & 8) setTimeout(() => controller.abort(userError()), kind % 5);
    attempt("pipeTo", () => from.pipeTo(to, { ...options(kind), signal: controller.signal }));
  }
  function control() {
    const controller = of(controllers), kind = byte();
    if (controller === undefined) return;
    attempt(`control ${kind % 4}`, () => {
      if (kind % 4 === 0) return log(`desiredSize ${controller.desiredSize}`);
      if (kind % 4 === 1) return controller.error(userError());
      if (kind % 4 === 2) return controller.close?.();
      return controller.enqueue?.(controller instanceof ReadableByteStreamController ? new Uint8Array([kind]) : "pushed");
    });
  }
  function transfer() {
    const stream = byte() % 2 === 0 ? of(readables) : of(writables);
    if (stream === undefined) return;
    const moved = attempt("transfer", () => structuredClone(stream, { transfer: [stream] }));
    if (moved !== undefined) (moved instanceof ReadableStream ? readables : writables).push(moved);
  }
  const keep = (list, value) => { if (value !== undefined) list.push(value); };
  const actions = [
    newReadable, newWritable, newTransform, read, read, read, pipe, control, control, transfer,
    () => { const s = of(readables); if (s) keep(readers, attempt("getReader", () => s.getReader(byte() % 3 === 0 ? { mode: "byob" } : {}))); },
    () => { const s = of(readables); if (s) attempt("tee", () => readables.push(...s.tee())); },
    () => { const s = of(readables); if (s) attempt("cancel", () => s.cancel(userError())); },
    () => { const r = of(readers); if (r) attempt("releaseLock", () => r.releaseLock()); },
    () => { const r = of(readers); if (r) attempt("reader.cancel", () => r.cancel(userError())); },
    () => { const r = of(readers); if (r) attempt("closed", () => r.closed); },
    () => { const s = of(writables); if (s) keep(writers, attempt("getWriter", () => s.getWriter())); },
    () => { const w = of(writers); if (w) attempt("write", () => w.write(`text ${byte()}`)); },
    () => { const w = of(writers); if (w) attempt("close", () => w.close()); },
    () => { const w = of(writers); if (w) attempt("abort", () => w.abort(userError())); },
    () => { const w = of(writers); if (w) attempt("ready", () => w.ready); },
    () => { const w = of(writers); if (w) attempt("writer.releaseLock", () => w.releaseLock()); },
    () => { const w = of(writers); if (w) attempt("desiredSize", () => log(`desiredSize ${w.desiredSize}`)); },
    () => { const s = of(readables); if (s) keep(iterators, attempt("values", () => s.values({ preventCancel: byte() % 2 === 0 }))); },
    () => { const i = of(iterators); if (i) attempt("next", () => i.next()); },
    () => { const i = of(iterators); if (i) attempt("return", () => i.return("r")); },
    () => log(`locked ${readables.map((s) => +s.locked)} ${writables.map((s) => +s.locked)}`),
  ];
  for (let steps = 0; at < bytes.length && steps < 80; steps++) {
    const choice = byte();
    if (choice >= 0xf0) await new Promise((resolve) => setTimeout(resolve, choice % 8));
    else if (choice >= 0xd0) await null;
    else actions[choice % actions.length]();
  }
};
