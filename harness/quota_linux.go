package harness

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A quotaGroup is a cgroup with a CPU quota (Linux, Documentation/admin-guide/cgroup-v2.rst, and
// Documentation/scheduler/sched-bwc.rst for version 1).
type quotaGroup struct {
	dir    string
	second bool   // of cgroup v2
	home   string // the folder of this process's group, in v1
}

// quotaPeriod is that of container runtimes: a process that needs no more than its share of one runs on unhindered.
const quotaPeriod = 100 * time.Millisecond

func newQuotaGroup(cores float64) (*quotaGroup, error) {
	mounts, err := cgroupMounts()
	if err != nil {
		return nil, err
	}
	var refused []error
	for _, m := range mounts {
		g, err := m.group(cores)
		if err == nil {
			return g, nil
		}
		refused = append(refused, err)
	}
	if len(refused) == 0 {
		return nil, errors.New("no cgroup file system with the cpu controller is mounted")
	}
	return nil, errors.Join(refused...)
}

// A cgroupMount is where a group can be made: beside that of this process, or above it.
type cgroupMount struct {
	root   string // of the hierarchy
	own    string // this process's group, from the root
	second bool
}

// cgroupMounts finds the hierarchies that may have the cpu controller (proc(5), /proc/pid/mountinfo; cgroups(7), /proc/pid/cgroup).
func cgroupMounts() ([]cgroupMount, error) {
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	var all []cgroupMount
	for line := range strings.Lines(string(table)) {
		before, after, _ := strings.Cut(line, " - ")
		place, kind := strings.Fields(before), strings.Fields(after)
		if len(place) < 5 || len(kind) < 3 {
			continue
		}
		first := kind[0] == "cgroup" && hasOption(kind[2], "cpu")
		if !first && kind[0] != "cgroup2" {
			continue
		}
		all = append(all, cgroupMount{place[4], ownGroup(string(groups), !first), !first})
	}
	return all, nil
}

func hasOption(list, name string) bool { return strings.Contains(","+list+",", ","+name+",") }

// ownGroup is the path of this process's group in /proc/self/cgroup, or "/".
func ownGroup(groups string, second bool) string {
	for line := range strings.Lines(groups) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) == 3 && (second && fields[0] == "0" || !second && hasOption(fields[1], "cpu")) {
			return fields[2]
		}
	}
	return "/"
}

// group makes a group with a quota.
func (m cgroupMount) group(cores float64) (*quotaGroup, error) {
	dir, err := m.make()
	if err != nil {
		return nil, err
	}
	g := &quotaGroup{dir, m.second, m.home()}
	if err := g.limit(cores); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// make makes a folder where the cpu controller is at work: in v2, no group that has processes has one that
// has it, so it is made beside this process's group or nearer to the root.
func (m cgroupMount) make() (string, error) {
	var refused error
	for at := m.own; ; at = filepath.Dir(at) {
		parent := filepath.Join(m.root, at)
		if m.second {
			parent = filepath.Join(m.root, filepath.Dir(at))
		}
		dir, err := os.MkdirTemp(parent, "thaw-quota-")
		if err == nil {
			if _, err = os.Stat(filepath.Join(dir, limitFile(m.second))); err == nil {
				return dir, nil
			}
			err = errors.Join(fmt.Errorf("%s has no cpu controller", parent), os.Remove(dir))
		}
		if refused == nil {
			refused = err
		}
		if at == "/" || at == "." {
			return "", refused
		}
	}
}

// home is the folder of this process's group; in a container, the root of what is mounted may be that.
func (m cgroupMount) home() string {
	dir := filepath.Join(m.root, m.own)
	if _, err := os.Stat(filepath.Join(dir, tasksFile)); err != nil {
		return m.root
	}
	return dir
}

// tasksFile has the threads of a group of v1.
const tasksFile = "tasks"

func limitFile(second bool) string {
	if second {
		return "cpu.max"
	}
	return "cpu.cfs_quota_us"
}

func (g *quotaGroup) limit(cores float64) error {
	period := quotaPeriod.Microseconds()
	quota := int64(cores * float64(period))
	if least := time.Millisecond.Microseconds(); quota < least {
		return fmt.Errorf("a quota of %v cores is too small; the least is %v", cores, float64(least)/float64(period))
	}
	if g.second {
		return g.write("cpu.max", fmt.Sprintf("%d %d", quota, period))
	}
	return errors.Join(g.write("cpu.cfs_period_us", strconv.FormatInt(period, 10)), g.write("cpu.cfs_quota_us", strconv.FormatInt(quota, 10)))
}

func (g *quotaGroup) write(name, text string) error {
	return os.WriteFile(filepath.Join(g.dir, name), []byte(text), 0o644)
}

// start starts a process that is in the group from its first instruction on.
func (g *quotaGroup) start(cmd *exec.Cmd) error {
	if !g.second {
		return g.startFromThread(cmd)
	}
	dir, err := os.Open(g.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	cmd.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(dir.Fd())}
	return cmd.Start()
}

// startFromThread starts a process from a thread that is in the group meanwhile: in v1, a process can't be put there
// otherwise before it runs.
func (g *quotaGroup) startFromThread(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread := []byte(strconv.Itoa(syscall.Gettid()))
	if err := os.WriteFile(filepath.Join(g.dir, tasksFile), thread, 0o644); err != nil {
		return err
	}
	err := cmd.Start()
	return errors.Join(err, os.WriteFile(filepath.Join(g.home, tasksFile), thread, 0o644))
}

func (g *quotaGroup) close() error { return os.Remove(g.dir) }
