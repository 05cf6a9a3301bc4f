package main

import (
	"net/http"

	"github.com/spf13/cobra"

	"example.com/thaw/runtime/web"
)

// addNetwork adds the flag that opens the network to the app.
func addNetwork(cmd *cobra.Command, open *bool, byDefault bool) {
	cmd.Flags().BoolVar(open, "network", byDefault, "let the app's fetch reach the network")
}

// outbound is where the app's fetch goes.
func outbound(open bool) http.RoundTripper {
	if open {
		return web.Network()
	}
	return web.NoNetwork("--network opens it")
}
