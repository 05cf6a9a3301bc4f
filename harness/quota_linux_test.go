package harness

import "testing"

func TestOwnGroup(t *testing.T) {
	const both = "9:name=systemd:/\n4:cpu,cpuacct:/docker/a:b\n3:cpuset:/set\n0::/user.slice\n"
	for _, test := range []struct {
		groups string
		second bool
		want   string
	}{
		{both, false, "/docker/a:b"},
		{both, true, "/user.slice"},
		{"3:cpuset:/set\n", false, "/"},
		{"", true, "/"},
		{"broken\n", true, "/"},
	} {
		if got := ownGroup(test.groups, test.second); got != test.want {
			t.Errorf("%q, second %v: %s, want %s", test.groups, test.second, got, test.want)
		}
	}
}
