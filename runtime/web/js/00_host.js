// 00_host: the table of the Web API layer's files. First to run in an isolate.
//
// A file NN_name.js is one classic script that calls define with its name and a
// factory. The factory's body runs when the file is first loaded, and may load
// only files with a lower number. Neither the file nor its factory costs an
// isolate anything before that: load asks Go to run the file.
"use strict";
(function (host) {
  const { ops } = host;
  const factories = Object.create(null);
  const modules = Object.create(null);
  const { defineProperty } = Object;

  // define registers a file's factory.
  host.define = function define(name, factory) {
    factories[name] = factory;
  };

  // load returns what a file exports, running it the first time.
  host.load = function load(name) {
    const loaded = modules[name];
    if (loaded !== undefined) return loaded;
    if (host.tracing) return traced("", name);
    if (!(name in factories)) ops.op_web_load(name);
    const factory = factories[name];
    delete factories[name];
    return (modules[name] = factory(host));
  };

  host.loaded = (name) => name in modules;

  // queueMicrotask runs steps, which must not throw, after the microtasks that are
  // queued. An engine has its own, several times as fast.
  if (host.queueMicrotask === undefined) {
    const settled = Promise.resolve(), { then } = Promise.prototype;
    host.queueMicrotask = (steps) => void then.call(settled, steps);
  }

  // use loads a file for the embedder.
  host.use = function use(name) {
    host.load(name);
  };

  // What a file has to renew when the isolate is restored from a snapshot.
  const renewals = [];
  host.onRestored = function onRestored(renew) {
    renewals.push(renew);
  };
  // restored is called first in a restored isolate.
  host.restored = function restored() {
    host.tracing = ops.op_tracing();
    for (let i = 0; i < renewals.length; i++) renewals[i]();
  };

  // Things that wait for the host, such as timers, are live. A file that makes
  // such things pushes a function that lists them as Live of the Layer.
  host.live = [];
  host.listLive = () => JSON.stringify(host.live.flatMap((list) => list()));
  let recording = false;
  host.record = function record(on) {
    recording = on;
  };
  // origin is where the thing that is being made comes from, while that is recorded.
  host.origin = () => (recording ? `${new Error().stack}` : "");

  // touch loads the value of a global at its first touch.
  const touch = (name, key) => (host.tracing ? traced(key, name) : host.load(name))[key];

  // traced loads a file, and reports that with what it costs. Files that the file
  // loads in turn are part of that. key is "" where no global was touched.
  function traced(key, name) {
    ops.op_touch_begin(key, `${new Error().stack}`);
    host.tracing = false;
    try {
      return host.load(name);
    } finally {
      host.tracing = true;
      ops.op_touch_end();
    }
  }

  // lazyGlobal is the value of a global at its first touch.
  host.lazyGlobal = touch;

  // lazy puts globals that load their file when first touched: each line of the table is a
  // file and its globals. They look like Web IDL's: configurable and writable; interface
  // objects are not enumerable, all others are, and have a + before them.
  host.lazy = function lazy(table) {
    if (host.lazyGlobals !== undefined) return host.lazyGlobals(table);
    for (const line of table.trim().split("\n")) {
      const [name, ...keys] = line.trim().split(/ +/);
      for (const key of keys) {
        if (key[0] === "+") lazyAccessor(name, key.slice(1), true);
        else lazyAccessor(name, key, false);
      }
    }
  };

  // lazyAccessor is a global where the engine has no properties that are made at their first use.
  function lazyAccessor(name, key, enumerable) {
    defineProperty(globalThis, key, {
      configurable: true,
      enumerable,
      get() {
        const value = touch(name, key);
        defineProperty(globalThis, key, { value, writable: true, enumerable, configurable: true });
        return value;
      },
      set(value) {
        defineProperty(globalThis, key, { value, writable: true, enumerable, configurable: true });
      },
    });
  }
})(__host);
