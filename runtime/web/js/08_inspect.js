// 08_inspect: values as text for the console, in the manner of Node's util.inspect.
// Spec: https://console.spec.whatwg.org/#formatting-specifiers leaves the form open.
// Deviations: nothing is shown below 200 levels. The state of promises and the targets of proxies are not shown.
// User code runs only in the traps of proxies and in stack, name and message of
// errors; what it throws is survived.
"use strict";
__host.define("08_inspect", ({ load }) => {
  const { isArrayBuffer, isObject, interfaceMembers } = load("01_webidl");

  const DEPTH = 4, DEEPEST = 200, WIDTH = 80, ITEMS = 100, NESTED_IN_LINE = 3;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;

  // brand makes the test for an internal slot from a function that needs it.
  const brand = (probe) => (value) => {
    try {
      probe.call(value);
      return true;
    } catch {
      return false;
    }
  };
  const getter = (cls, key) => getOwnPropertyDescriptor(cls.prototype, key).get;
  const mapSize = getter(Map, "size");
  const setSize = getter(Set, "size");
  const isMap = brand(mapSize);
  const isSet = brand(setSize);
  const isDate = brand(Date.prototype.getTime);
  const isRegExp = brand(getter(RegExp, "source"));
  const typedArrayName = getter(getPrototypeOf(Uint8Array), Symbol.toStringTag);
  const primitives = [["Number", Number], ["String", String], ["Boolean", Boolean], ["BigInt", BigInt], ["Symbol", Symbol]]
    .map(([name, cls]) => ({ name, is: brand(cls.prototype.valueOf), value: cls.prototype.valueOf }));

  // inspect gives the text of a value, as nested ones are shown: strings in quotes.
  function inspect(value, depth = DEPTH) {
    const state = { depth: Math.min(depth, DEEPEST), seen: new Set(), circular: new Map(), indent: 0, deepest: 0 };
    return format(value, state, 0);
  }

  function format(value, state, level) {
    if (!isObject(value)) return formatPrimitive(value);
    try {
      if (state.seen.has(value)) return formatCircular(value, state);
      return formatObject(value, state, level);
    } catch (error) {
      if (error instanceof RangeError) return "[object nested too deeply]";
      return "[object that cannot be inspected]";
    }
  }

  function formatPrimitive(value) {
    switch (typeof value) {
      case "string": return quote(value);
      case "number": return Object.is(value, -0) ? "-0" : `${value}`;
      case "bigint": return `${value}n`;
      default: return String(value);
    }
  }

  // quote takes the first of the three quotation marks that the text has not.
  function quote(text) {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") ? "`" : "'";
    const inner = JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"');
    return `${mark}${mark === "'" ? inner.replace(/'/g, "\\'") : inner}${mark}`;
  }

  function formatCircular(value, state) {
    if (!state.circular.has(value)) state.circular.set(value, state.circular.size + 1);
    return `[Circular *${state.circular.get(value)}]`;
  }

  function formatObject(value, state, level) {
    const shape = shapeOf(value);
    const keys = keysOf(value, shape);
    if (keys.length === 0 && shape.atom) return shape.head;
    if (level > state.depth) return `[${Array.isArray(value) ? "Array" : constructorName(value) ?? "Object: null prototype"}]`;
    state.seen.add(value);
    state.deepest = level;
    state.indent += 2;
    const output = shape.items === undefined ? [] : shape.items((item) => format(item, state, level + 1));
    for (const key of keys) output.push(formatProperty(value, key, state, level));
    state.indent -= 2;
    state.seen.delete(value);
    const index = state.circular.get(value);
    const head = index === undefined ? shape.head : `<ref *${index}>${shape.head === "" ? "" : ` ${shape.head}`}`;
    return layOut(head, shape, output, state, level);
  }

  // layOut puts output between the brackets, in one line if it is short and shallow.
  function layOut(head, { open, close, fill }, output, state, level) {
    const prefix = head === "" ? "" : `${head} `;
    if (output.length === 0) return `${prefix}${open}${close}`;
    let length = output.length * 2 + state.indent + prefix.length + 10;
    for (const entry of output) length += entry.length;
    const inLine = length <= WIDTH && state.deepest - level < NESTED_IN_LINE && !output.some((entry) => entry.includes("\n"));
    if (inLine && !head.includes("\n")) return `${prefix}${open} ${output.join(", ")} ${close}`;
    const indent = " ".repeat(state.indent);
    const lines = fill && output.length > 6 ? filled(output) : output;
    return `${prefix}${open}\n${indent}  ${lines.join(`,\n${indent}  `)}\n${indent}${close}`;
  }

  // filled joins short entries to lines.
  function filled(output) {
    const lines = [];
    let line = "";
    for (const entry of output) {
      if (line !== "" && (line.length + entry.length > WIDTH - 8 || entry.includes("\n"))) {
        lines.push(line);
        line = "";
      }
      line += line === "" ? entry : `, ${entry}`;
    }
    lines.push(line);
    return lines;
  }

  const object = (head, more) => ({ head, open: "{", close: "}", ...more });
  const atom = (head) => object(head, { atom: true });

  // shapeOf says how an object is shown: what stands before the brackets, which
  // brackets, and the items that are no properties. An atom needs no brackets.
  function shapeOf(value) {
    const name = constructorName(value);
    const label = name === null ? "[Object: null prototype]" : name;
    if (typeof value === "function") return atom(functionHead(value, name));
    if (Array.isArray(value)) return arrayShape(value, name === "Array" ? "" : `${label}(${value.length})`);
    if (isError(value)) return atom(errorHead(value, name));
    const typed = typedArrayName.call(value);
    if (typed !== undefined) return listShape(value, `${name ?? typed}(${value.length})`);
    const members = interfaceMembers(value);
    if (members !== undefined) return interfaceShape(value, label, members);
    if (isPlain(value)) return plainShape(value, name, label);
    return slotShape(value, label) ?? plainShape(value, name, label);
  }

  // isPlain is false of all that may have an internal slot. An accessor as the tag
  // is user code, which an engine may call when the test for a slot fails.
  function isPlain(value) {
    const prototype = getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return true;
    if (property(value, Symbol.toStringTag)?.get !== undefined) return true;
    return builtinTag(value) === "[object Object]";
  }

  function plainShape(value, name, label) {
    const tag = tagOf(value);
    const suffix = tag !== "" && tag !== name ? ` [${tag}]` : "";
    return object(name === "Object" ? suffix.trim() : `${label}${suffix}`);
  }

  // slotShape is the shape of the language's objects that have internal slots.
  function slotShape(value, label) {
    if (isMap(value)) return mapShape(`${label}(${mapSize.call(value)})`, Map.prototype.entries.call(value));
    if (isSet(value)) {
      const items = (show) => limited([...Set.prototype.values.call(value)], show);
      return object(`${label}(${setSize.call(value)})`, { items });
    }
    if (isDate(value)) return atom(Number.isNaN(Date.prototype.getTime.call(value)) ? "Invalid Date" : Date.prototype.toISOString.call(value));
    if (isRegExp(value)) return atom(RegExp.prototype.toString.call(value));
    if (isArrayBuffer(value)) return bufferShape(value, label);
    for (const { name, is, value: valueOf } of primitives) {
      if (is(value)) return { ...atom(`[${name}: ${formatPrimitive(valueOf.call(value))}]`), indexed: true };
    }
    return undefined;
  }

  function mapShape(head, entries) {
    const items = (show) => limited([...entries], ([key, value]) => `${show(key)} => ${show(value)}`);
    return object(head, { items });
  }

  function bufferShape(value, label) {
    const bytes = new Uint8Array(value);
    const hex = Array.from(bytes.subarray(0, 50), (b) => b.toString(16).padStart(2, "0")).join(" ");
    const more = bytes.length > 50 ? ` ... ${bytes.length - 50} more bytes` : "";
    return object(label, { items: () => [`[Uint8Contents]: <${hex}${more}>`, `byteLength: ${bytes.length}`] });
  }

  // interfaceShape shows an object of ours by its attributes, or by its pairs. A
  // body is not asked for, since that would make a stream of it.
  function interfaceShape(value, label, { attributes, entries }) {
    if (entries !== undefined) return mapShape(label, entries.call(value));
    return object(label, {
      items: (show) => attributes.filter(([key]) => key !== "body").map(([key, get]) => `${key}: ${show(attribute(value, get))}`),
    });
  }
  function attribute(value, get) {
    try {
      return get.call(value);
    } catch {
      return undefined;
    }
  }

  function listShape(value, head) {
    const items = (show) => limited(Array.prototype.slice.call(value, 0, ITEMS + 1), show, value.length);
    return { head, open: "[", close: "]", fill: true, items };
  }

  function arrayShape(value, head) {
    const items = (show) => {
      const output = [];
      let holes = 0;
      const flush = () => {
        if (holes > 0) output.push(`<${holes} empty item${holes === 1 ? "" : "s"}>`);
        holes = 0;
      };
      let i = 0;
      for (; i < value.length && output.length < ITEMS; i++) {
        const descriptor = getOwnPropertyDescriptor(value, i);
        if (descriptor === undefined) {
          holes++;
          continue;
        }
        flush();
        output.push("value" in descriptor ? show(descriptor.value) : accessor(descriptor));
      }
      flush();
      if (i < value.length) output.push(more(value.length - i));
      return output;
    };
    return { head, open: "[", close: "]", fill: true, items };
  }

  function limited(list, show, length = list.length) {
    const output = list.slice(0, ITEMS).map(show);
    if (length > ITEMS) output.push(more(length - ITEMS));
    return output;
  }
  const more = (n) => `... ${n} more item${n === 1 ? "" : "s"}`;

  function functionHead(value, name) {
    const text = Function.prototype.toString.call(value);
    const own = dataProperty(value, "name");
    if (text.startsWith("class")) {
      const parent = dataProperty(getPrototypeOf(value) ?? {}, "name");
      return `[class ${own || "(anonymous)"}${parent ? ` extends ${parent}` : ""}]`;
    }
    return `[${name ?? "Function"}${own ? `: ${own}` : " (anonymous)"}]`;
  }

  const isError = (value) => value instanceof Error || builtinTag(value) === "[object Error]";
  // builtinTag calls no getter: it is "" of what has a tag of its own.
  const builtinTag = (value) => (property(value, Symbol.toStringTag) === undefined ? Object.prototype.toString.call(value) : "");

  // errorHead is the stack, which begins with the name and message on some engines.
  function errorHead(value, name) {
    const title = errorTitle(value, name);
    const stack = stackOf(value);
    if (typeof stack !== "string" || stack === "") return `[${title}]`;
    const frames = (stack.startsWith(title) ? stack.slice(title.length) : stack).split("\n").filter((line) => /^\s*at |@/.test(line));
    return frames.length === 0 ? `[${title}]` : `${title}\n${frames.map((line) => `    ${line.trim()}`).join("\n")}`;
  }
  // stackOf reads the stack, which some engines have as an accessor.
  function stackOf(value) {
    try {
      return value.stack;
    } catch {
      return undefined;
    }
  }
  function errorTitle(value, name) {
    try {
      return Error.prototype.toString.call(value);
    } catch {
      return name ?? "Error";
    }
  }

  // property finds a descriptor along the prototypes.
  function property(value, key) {
    for (let o = value; o !== null; o = getPrototypeOf(o)) {
      const descriptor = getOwnPropertyDescriptor(o, key);
      if (descriptor !== undefined) return descriptor;
    }
    return undefined;
  }
  // dataProperty reads a property without calling a getter.
  const dataProperty = (value, key) => property(value, key)?.value;

  function constructorName(value) {
    for (let o = value; o !== null; o = getPrototypeOf(o)) {
      const constructor = getOwnPropertyDescriptor(o, "constructor")?.value;
      if (typeof constructor !== "function") continue;
      const name = dataProperty(constructor, "name");
      if (typeof name === "string" && name !== "" && constructor.prototype === o) return name;
    }
    return null;
  }

  function tagOf(value) {
    const tag = dataProperty(value, Symbol.toStringTag);
    return typeof tag === "string" ? tag : "";
  }

  function keysOf(value, shape) {
    const keys = Reflect.ownKeys(value);
    return keys.slice(shape.fill || shape.indexed ? indicesOf(keys) : 0).filter((key) => {
      if (key === "cause" && isError(value)) return true;
      return Object.prototype.propertyIsEnumerable.call(value, key) && !(key === "stack" && isError(value));
    });
  }

  // indicesOf counts the keys that are integer indices. They come first, so that those
  // of a large array need not all be looked at.
  function indicesOf(keys) {
    let low = 0, high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (typeof keys[middle] === "string" && /^(0|[1-9][0-9]*)$/.test(keys[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function formatProperty(value, key, state, level) {
    const descriptor = getOwnPropertyDescriptor(value, key);
    const shown = descriptor === undefined ? "undefined" : "value" in descriptor
      ? format(descriptor.value, state, level + 1)
      : accessor(descriptor);
    if (typeof key === "symbol") return `[${String(key)}]: ${shown}`;
    if (!descriptor?.enumerable) return `[${key}]: ${shown}`;
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)}: ${shown}`;
  }
  const accessor = ({ get, set }) => (get === undefined ? "[Setter]" : set === undefined ? "[Getter]" : "[Getter/Setter]");

  return { inspect };
});
