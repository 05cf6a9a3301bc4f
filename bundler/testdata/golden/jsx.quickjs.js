// index.jsx
var Fragment = (props, ...children) => children.join("");
var h = (tag, props, ...children) => typeof tag === "function" ? tag(props, ...children) : `<${tag}>${children.join("")}</${tag}>`;
var index_default = {
  fetch: (name) => /* @__PURE__ */ h(Fragment, null, /* @__PURE__ */ h("b", null, "mark:", name))
};
export {
  index_default as default
};
