import { word } from "./lazy.js";

export const other = () => "other of " + word;
