// 08_table: the table of console.table.
// Spec: https://console.spec.whatwg.org/#table
// Deviations: none known.
"use strict";
__host.define("08_table", ({ load }) => {
  const { isObject } = load("01_webidl");
  const { inspect } = load("08_inspect");

  // table is the text of tabular data, or undefined if it is no such thing.
  function table(data, properties) {
    if (!isObject(data)) return undefined;
    const columns = properties === undefined ? [] : [...properties].map(String);
    const values = "Values";
    let hasValues = false;
    const rows = [];
    for (const [index, row] of rowsOf(data)) {
      const cells = new Map();
      if (isObject(row) && typeof row !== "function") {
        for (const key of Object.keys(row)) {
          if (properties === undefined && !columns.includes(key)) columns.push(key);
          cells.set(key, cellOf(row, key));
        }
      } else {
        hasValues = true;
        cells.set(values, inspect(row, 0));
      }
      rows.push([index, cells]);
    }
    const head = ["(index)", ...columns, ...(hasValues ? [values] : [])];
    const body = rows.map(([index, cells]) => [index, ...head.slice(1).map((column) => cells.get(column) ?? "")]);
    return draw(head, body);
  }

  function rowsOf(data) {
    if (data instanceof Map) return [...data].map(([key, value], i) => [`${i}`, { Key: key, Values: value }]);
    if (data instanceof Set) return [...data].map((value, i) => [`${i}`, value]);
    return Object.keys(data).map((key) => [key, data[key]]);
  }

  function cellOf(row, key) {
    const { get, value } = Object.getOwnPropertyDescriptor(row, key);
    return get === undefined ? inspect(value, 0) : "[Getter]";
  }

  function draw(head, body) {
    const widths = head.map((text, i) => Math.max(...[text, ...body.map((cells) => cells[i])].map((cell) => cell.length)) + 2);
    const line = (cells) => `│${cells.map((cell, i) => ` ${cell}`.padEnd(widths[i])).join("│")}│`;
    const rule = (left, cross, right) => left + widths.map((width) => "─".repeat(width)).join(cross) + right;
    return [rule("┌", "┬", "┐"), line(head), rule("├", "┼", "┤"), ...body.map(line), rule("└", "┴", "┘")].join("\n");
  }
  return { table };
});
