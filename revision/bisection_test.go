package revision

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// history makes a repository with commits 1 to n, and returns them.
func history(t *testing.T, n int) (*Repository, []Commit) {
	t.Helper()
	top := repository(t, map[string]string{"n": "0"})
	for i := 1; i <= n; i++ {
		commit(t, top, fmt.Sprint(i), map[string]string{"n": fmt.Sprint(i)})
	}
	r, err := Find(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	var all []Commit
	for i := range n + 1 {
		all = append(all, resolve(t, r, fmt.Sprintf("HEAD~%d", n-i)))
	}
	return r, all
}

func resolve(t *testing.T, r *Repository, rev string) Commit {
	t.Helper()
	c, err := r.Resolve(t.Context(), rev)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBisect(t *testing.T) {
	const n = 20
	r, all := history(t, n)
	for _, first := range []int{1, 2, 7, 13, n} {
		for _, skipped := range [][]int{nil, {5, 6, 7}, {n - 1}} {
			b, err := r.Bisect(t.Context(), all[0], all[n])
			if err != nil {
				t.Fatal(err)
			}
			steps := 0
			for {
				c, ok, err := b.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
				steps++
				switch i := slices.IndexFunc(all, func(a Commit) bool { return a.Hash == c.Hash }); {
				case slices.Contains(skipped, i):
					b.Skip(c)
				case i >= first:
					b.Bad(c)
				default:
					b.Good(c)
				}
			}
			suspects, err := b.Suspects(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(suspects, all[first]) || len(suspects) > 1+len(skipped) || len(skipped) == 0 && len(suspects) != 1 {
				t.Errorf("first bad %d, skipped %v: suspects are %v", first, skipped, suspects)
			}
			if most := 5 + len(skipped); steps > most {
				t.Errorf("first bad %d, skipped %v: %d steps, want at most %d", first, skipped, steps, most)
			}
		}
	}
}

func TestBisectRefuses(t *testing.T) {
	r, all := history(t, 2)
	for _, c := range []struct {
		good, bad Commit
		want      string
	}{
		{all[1], all[1], "good and bad are the same commit"},
		{all[2], all[1], "is not in the history of the bad one"},
	} {
		if _, err := r.Bisect(t.Context(), c.good, c.bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
