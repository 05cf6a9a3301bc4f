package main

import "context"

type commandLineKey struct{}

// withCommandLine keeps the arguments of the program, for a result that says how it was made.
func withCommandLine(ctx context.Context, args []string) context.Context {
	return context.WithValue(ctx, commandLineKey{}, append([]string{"thaw"}, args...))
}

// commandLine is how the program was called: thaw and its arguments.
func commandLine(ctx context.Context) []string {
	line, _ := ctx.Value(commandLineKey{}).([]string)
	return line
}
