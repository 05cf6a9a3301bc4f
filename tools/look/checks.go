package main

import _ "embed"

// The checks are expressions whose value, or that of their promise, is a list of faults.
var (
	//go:embed axe.js
	axeScript string // comes after axe itself
	//go:embed layout.js
	layoutScript string
)
