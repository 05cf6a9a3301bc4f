package main

import (
	"slices"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/worker"
)

// A combination is the levers of an arm.
type combination struct {
	leverSet
	level codecache.Level
	stage worker.Stage
	gogc  string
	quota float64
}

// with is c with one more lever turned, or the same one otherwise.
func (c combination) with(t trial, value string) (combination, error) {
	c.levers = slices.DeleteFunc(slices.Clone(c.levers), func(l lever) bool { return l.name == t.name })
	l := lever{name: t.name, value: value}
	if t.words != nil {
		l.words = t.words(value)
	}
	c.levers = append(c.levers, l)
	return c, t.turn(&c, value)
}

// value is how a combination turns a trial's lever, on an engine.
func (c combination) value(t trial, e engine) string {
	for _, l := range c.levers {
		if l.name == t.name {
			return l.value
		}
	}
	return t.usual(e)
}

// An engine is a kind that has been asked what it can do.
type engine struct {
	engines.Kind
	info isolate.Info
}

// A trial is a lever that "thaw levers" turns.
type trial struct {
	name   string
	values []string            // to try; the one that it has anyway is left out
	saves  string              // the value that may save time together with other levers; "" for none
	usual  func(engine) string // the value where nothing turns it
	turn   func(*combination, string) error
	words  func(string) []string // as lever.words; nil if a flag has the trial's name
	own    bool                  // it is the user's
	aside  string                // why it is not tried unless --try names it; "" if it is
}

func usually(value string) func(engine) string { return func(engine) string { return value } }

// allTrials are the levers that thaw knows of, in the order in which they are turned.
func allTrials() []trial {
	return []trial{
		{name: "minify", values: []string{"off", "on", "whitespace", "identifiers", "syntax"}, saves: "on", usual: usually("off"), turn: axisOf("minify")},
		{name: "target", values: []string{"es2017"}, usual: usualTarget, turn: axisOf("target")},
		{name: "charset", values: []string{"ascii", "utf8"}, usual: usually("ascii"), turn: axisOf("charset")},
		{name: "tree-shaking", values: []string{"on", "off"}, usual: usually("on"), turn: axisOf("tree-shaking")},
		{name: "legal-comments", values: []string{"none", "eof"}, usual: usually("none"), turn: axisOf("legal-comments")},
		{name: "node-env", values: []string{"development"}, usual: usually("production"), turn: setNodeEnv, words: nodeEnvWords},
		{name: "regex", values: []string{regexLazy, regexEager}, usual: usualRegex, turn: axisOf("regex")},
		{name: "strip-debug", values: []string{"off", "on"}, saves: "on", usual: usually("off"), turn: axisOf("strip-debug")},
		{name: "lazy-globals", values: []string{"on", "off"}, usual: usually("on"), turn: setLazyGlobals, words: lazyGlobalsWords},
		{name: "cache", values: levelNames(), saves: string(codecache.Disk), usual: usually(string(codecache.None)), turn: setLevel},
		{name: "gogc", values: []string{"100", "off"}, usual: usually(""), turn: setGOGC, words: noWords},
		{name: "cpu-quota", values: []string{"0.5"}, usual: usually(noQuota), turn: setQuota, words: noWords, aside: quotaAside},
		{name: "snapshot", values: stageNames(), saves: string(worker.StageWarm), usual: usually(noSnapshot), turn: setStage},
	}
}

func trialNames() []string {
	var names []string
	for _, t := range allTrials() {
		names = append(names, t.name)
	}
	return names
}

// trialOf is the trial of a name, which is one of trialNames.
func trialOf(name string) trial {
	all := allTrials()
	return all[slices.IndexFunc(all, func(t trial) bool { return t.name == name })]
}

// axisOf turns a lever that has a flag of leverFlags.
func axisOf(name string) func(*combination, string) error {
	return func(c *combination, value string) error {
		axes := new(leverFlags).axes()
		return axes[slices.IndexFunc(axes, func(a axis) bool { return a.name == name })].apply(&c.leverSet, value)
	}
}

func usualTarget(e engine) string {
	if e.Profile.Target == "" {
		return "esnext"
	}
	return e.Profile.Target
}

func usualRegex(e engine) string {
	if e.info.LazyRegExps {
		return regexLazy
	}
	return regexEager
}

// nodeEnv is the name by which packages choose their code for production; the bundler defines
// it so.
const nodeEnv = "process.env.NODE_ENV"

func setNodeEnv(c *combination, value string) error {
	return addPair(&c.options.Define, nodeEnv+`="`+value+`"`)
}

func nodeEnvWords(value string) []string { return []string{"--define", nodeEnv + `="` + value + `"`} }

func setGOGC(c *combination, value string) error {
	c.gogc = value
	return nil
}

func setQuota(c *combination, value string) (err error) {
	c.quota, err = parseQuota(value)
	return err
}

// quotaAside is why a quota is not tried by itself.
const quotaAside = "with it every arm is compared by wall time: --mode process --try cpu-quota"

// noWords are the flags of a lever for which thaw run has none.
func noWords(string) []string { return []string{} }

func setLevel(c *combination, value string) (err error) {
	c.level, err = parseLevel(value)
	return err
}

func setStage(c *combination, value string) (err error) {
	c.stage, err = parseStage(value)
	return err
}
