// Package web is the Web APIs of an instance: JavaScript over ops, the same for
// every engine.
//
// js/NN_name.js holds an API in JavaScript, name.go its ops, and
// testdata/js/name_test.js its tests, which run on every engine. A file loads
// only files with lower numbers, and runs when a global of it is first touched.
// An op is a plain Go function that knows nothing of engines; conversions of Web
// IDL happen in JavaScript.
package web
