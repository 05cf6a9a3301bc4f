// Package report shows the result of an experiment: as text tables and as a
// page with charts for people, and as JSON of the schema thaw.bench/1 for programs, which Read takes
// back. It also draws a single cold start as a waterfall. It measures and decides nothing.
package report
