import { name } from "original";

console.log("dropped by Drop");

export default { fetch: () => "mark:" + [VERSION, name, process.env.NODE_ENV] };
export class Counter {}
