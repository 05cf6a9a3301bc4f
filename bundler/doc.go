// Package bundler turns an app into a Bundle: the JavaScript that an engine
// loads, with its source map, by esbuild.
//
// An app is what the user names:
//
//   - an entry file (.js .mjs .cjs .ts .mts .tsx .jsx);
//   - a folder: its wrangler config's main, else package.json's exports, module
//     or main, else index.* or src/index.*;
//   - a wrangler config file (.json .jsonc .toml), whatever its name;
//   - a ready-made bundle, with Options.NoBundle;
//   - "fixture:NAME@N?KEY=VALUE", answered by Options.Fixtures.
//
// The defaults are those of wrangler, so that an app which deploys also loads
// here: platform browser, conditions workerd, worker and browser, JSX in .js
// files, and the module rules Text (.txt .html .sql), Data (.bin) and
// CompiledWasm (.wasm).
//
// The same files and options give the same bytes, in every folder of every
// machine: paths in code and source map are relative to the app's root.
package bundler
