// Package bundlecache keeps bundles between processes, so that esbuild runs only
// when something that it would read has changed.
//
// Two entries of a codecache.Store stand for a bundle. A record, found by the app
// and the options, lists what the bundle was made from: files and folders, each
// with its stat identity (size, times, inode) and a SHA-256. The bundle itself is
// found by those sums, so that a change that is taken back finds the old bundle.
// A file whose identity is as recorded is not read; one whose identity differs
// is read, and its sum decides.
//
// The files are esbuild's inputs, the wrangler config, and each package.json,
// tsconfig.json, jsconfig.json and Yarn Plug'n'Play manifest in a folder of an
// input or above it, with what a tsconfig extends. Lock files are not among them: esbuild
// reads none, and what is installed is itself an input.
//
// A folder stands for the files that are not there. It is recorded if an input is in it
// or below it, if an import was looked for in it, or if it is a node_modules from which a package could
// have come. Of node_modules every name counts, with where links lead; of
// others the names that an import could mean instead of what it found: the same
// name with another extension, and the configs above. So a new README is
// no change, and a new b.ts beside b.js is one.
//
// TestRandomChanges looks for what this list forgets.
//
// Two things are left to the times of the file system. A file that was modified so
// short a time before it was read that its time would not show a second change is
// read again next time, as Git does. And a bundle is not kept if one of its
// files changed when it was being made.
//
// The program itself is part of every key, by its size and time: so are
// esbuild's version, the rules of package bundler, and the generators of the fixtures.
package bundlecache
