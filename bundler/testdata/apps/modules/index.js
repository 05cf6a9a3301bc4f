import add from "./add.wasm?module";
import five from "./five.bin";
import note from "./note.txt";
import page from "./page.md";
import { answer } from "./data.json";

export default {
  fetch: () => "mark:" + JSON.stringify([note, page, answer, [...new Uint8Array(five)], add instanceof WebAssembly.Module]),
};
