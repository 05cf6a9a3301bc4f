package phase

import (
	"slices"
	"time"
)

// Count distributes over the phases what something other than time has grown by since the
// total began. at says where it stood when the recorder's clock gave Stamp.Wall. As
// costs are, the numbers are exclusive, and add up to the total.
func (r *Recorder) Count(at func(wall time.Duration) int64) map[string]int64 {
	if r == nil {
		return nil
	}
	// Something that grows is a cost like any other, so it stands in for CPU time.
	stand := func(s Stamp) Stamp { return Stamp{Wall: s.Wall, Process: time.Duration(at(s.Wall)), HasCPU: true} }
	spans := slices.Clone(r.spans)
	for i := range spans {
		spans[i].from, spans[i].to = stand(spans[i].from), stand(spans[i].to)
	}
	counts := map[string]int64{}
	for _, e := range profile(spans, stand(r.start), stand(r.read())).Phases {
		counts[e.Name] = int64(e.Cost.Process)
	}
	return counts
}
