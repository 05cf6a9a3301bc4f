import { other } from "./other.js";

export const word = await Promise.resolve("lazy");
export const value = () => other();
