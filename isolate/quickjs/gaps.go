package quickjs

import "example.com/thaw/isolate"

// gaps are what QuickJS-ng lacks of ECMAScript, found by probing.
var gaps = []isolate.Gap{
	{Feature: "Intl", Effect: "no Intl object; toLocaleString ignores its locale", Probe: `typeof Intl === "object"`},
	{Feature: "Temporal", Effect: "no Temporal object", Probe: `typeof Temporal === "object"`},
}
