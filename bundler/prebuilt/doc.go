// Package prebuilt writes bundles to a folder from which they start without being
// bundled again, and reads them.
//
//	thaw.json          the manifest, schema thaw.build/1
//	ENGINE.js          the bundle for an engine
//	ENGINE.js.map      its source map
//
// What engines make of the bundles lies beside them in the manner of every cache (see
// package codecache): the folder is a folder of caches, too. Nothing in it needs
// the files that the app was made of, and it can be moved. It holds what the
// app's wrangler config says, its variables too.
//
// A manifest of another schema, a bundle that is not what was written, and a folder that
// has no bundle for an engine are errors. A source map is read when a stack trace needs it; one that
// is not what was written leaves the trace as it is in the bundle.
package prebuilt
