const Fragment = (props, ...children) => children.join("");
const h = (tag, props, ...children) =>
  typeof tag === "function" ? tag(props, ...children) : `<${tag}>${children.join("")}</${tag}>`;

export default {
  fetch: (name) => (
    <>
      <b>mark:{name}</b>
    </>
  ),
};
