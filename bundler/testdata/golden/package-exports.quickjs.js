// lib/worker.js
var worker_default = { fetch: () => "mark:worker" };
export {
  worker_default as default
};
