// lib/node.js
var node_default = { fetch: () => "mark:node" };
export {
  node_default as default
};
