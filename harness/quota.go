package harness

import (
	"errors"
	"fmt"
	"os/exec"
)

// ErrQuotaMode reports an arm with a CPU quota where samples have no process of their own.
var ErrQuotaMode = errors.New("harness: a CPU quota is for the process of a sample: use mode process")

// ErrQuota reports that no CPU quota can be set here. The error around it says what is missing.
var ErrQuota = errors.New("harness: a CPU quota can't be set here")

// quotas has a group of processes for each quota, made when it is first needed.
type quotas map[float64]*quotaGroup

// starter is what starts a process within a quota of so many cores; 0 is without.
func (q quotas) starter(cores float64) (start func(*exec.Cmd) error, err error) {
	if cores == 0 {
		return (*exec.Cmd).Start, nil
	}
	group := q[cores]
	if group == nil {
		if group, err = newQuotaGroup(cores); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrQuota, err)
		}
		q[cores] = group
	}
	return group.start, nil
}

// close removes the groups, whose processes have ended.
func (q quotas) close() error {
	var all []error
	for _, group := range q {
		all = append(all, group.close())
	}
	clear(q)
	return errors.Join(all...)
}
