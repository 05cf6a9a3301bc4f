package main

import "github.com/spf13/cobra"

// addVars adds the flag for variables of the env.
func addVars(cmd *cobra.Command, vars *[]string) {
	cmd.Flags().StringArrayVar(vars, "var", nil, "a variable of the env, NAME=VALUE (may be repeated); the wrangler config's, if it has the same name, is not used")
}
