package main

import (
	"slices"

	"github.com/spf13/cobra"
)

// addVars adds the flag for variables of the env.
func addVars(cmd *cobra.Command, vars *[]string) {
	cmd.Flags().StringArrayVar(vars, "var", nil, "a variable of the env, NAME=VALUE (may be repeated); the wrangler config's, if it has the same name, is not used")
}

// addLazyGlobals adds the flag for when the Web APIs are loaded.
func addLazyGlobals(cmd *cobra.Command, lazy *bool) {
	cmd.Flags().BoolVar(lazy, "lazy-globals", true, "load a Web API when it is first touched; false loads all of them at boot")
}

func setLazyGlobals(c *combination, value string) error {
	on, err := onOrOff(value)
	c.eager = !on
	return err
}

func lazyGlobalsWords(value string) []string {
	if value == "off" {
		return []string{"--lazy-globals=false"}
	}
	return []string{"--lazy-globals"}
}

// withRuntime adds what flags say of the runtime, in all arms.
func (f *benchFlags) withRuntime(set leverSet) (leverSet, error) {
	var err error
	if !f.lazy {
		set.eager = true
		set.levers = append(slices.Clip(set.levers), lever{"lazy-globals", "off", lazyGlobalsWords("off")})
	}
	set.vars, err = pairs("var", f.vars)
	return set, err
}
