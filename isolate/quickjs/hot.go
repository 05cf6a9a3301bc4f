package quickjs

import (
	"bytes"
	"fmt"

	"example.com/thaw/isolate"
)

const (
	hotPage = 4096 // the page of most machines
	// maxHot bounds the ranges that are learned: each is a system call in a restore.
	maxHot = 1024
	// maxHotPages bounds what they cover: 64 MB. More is no head start.
	maxHotPages = 1 << 14
)

// A hotRange is a range of the memory that isolates write to soon after their
// restore, in pages of hotPage bytes. A write to a page that is shared with the
// file costs a fault of the processor, and a few microseconds; to have the system
// copy a range in one call costs less.
type hotRange struct{ Page, Count uint32 }

// Learn implements isolate.Snapshotter.
func (e *Engine) Learn(s isolate.Snapshot, iso isolate.Isolate) error {
	own, ok := s.(*snapshot)
	v, mine := iso.(*vm)
	if !ok || !mine || own == nil || v == nil {
		return fmt.Errorf("quickjs: a snapshot of type %T and an isolate of type %T are not from this engine", s, iso)
	}
	if err := v.occupy(); err != nil {
		return err
	}
	defer v.vacate()
	if err := v.quiet(); err != nil {
		return err
	}
	if v.memory.Size() < own.Memory {
		return fmt.Errorf("quickjs: the isolate was not restored from this snapshot")
	}
	own.mu.Lock()
	defer own.mu.Unlock()
	if own.closed {
		return errClosedSnapshot
	}
	changed, err := own.touched(v)
	if err != nil {
		return fmt.Errorf("quickjs: learning what a snapshot needs: %w", err)
	}
	if own.Hot = hotRanges(changed); !own.hotInside() {
		own.Hot = nil
	}
	return nil
}

// touched lists the pages that v has written to, in order: those that the system
// has copied for it, or else those whose content has changed, which leaves out
// what was written and then undone, such as a count of references.
func (s *snapshot) touched(v *vm) ([]uint32, error) {
	if v.mapped != nil {
		if pages, err := v.mapped.written(s.Memory); err == nil {
			return pages, nil
		}
	}
	return s.changed(v.bytes(0, s.Memory))
}

// changed lists the pages of memory that are not as in the snapshot, in order.
func (s *snapshot) changed(memory []byte) ([]uint32, error) {
	stored, err := s.pages()
	if err != nil {
		return nil, err
	}
	var changed []uint32
	for page := range uint32(len(memory) / hotPage) {
		if !bytes.Equal(memory[page*hotPage:][:hotPage], stored.at(page)) {
			changed = append(changed, page)
		}
	}
	return changed, nil
}

// hotRanges joins pages to ranges. The gaps in them are as small as maxHot allows.
func hotRanges(pages []uint32) []hotRange {
	for gap := uint32(0); ; gap = 2*gap + 1 {
		var all []hotRange
		for _, p := range pages {
			if n := len(all); n > 0 && p <= all[n-1].Page+all[n-1].Count+gap {
				all[n-1].Count = p + 1 - all[n-1].Page
			} else {
				all = append(all, hotRange{p, 1})
			}
		}
		if len(all) <= maxHot {
			return all
		}
	}
}

// hotInside tells whether all of Hot lies within the memory, and the bound.
func (m *image) hotInside() bool {
	total := uint64(0)
	for _, h := range m.Hot {
		total += uint64(h.Count)
		if uint64(h.Page)+uint64(h.Count) > uint64(m.Memory/hotPage) || h.Count == 0 || total > maxHotPages {
			return false
		}
	}
	return true
}
