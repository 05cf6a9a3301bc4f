package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report/chart"
)

// An htmlTreemap shows what a bundle is made of: areas are bytes. Across, all is in percent;
// down, in pixels.
type htmlTreemap struct {
	Title, Caption string
	Height         int
	Tiles          []htmlTile
	Packages       htmlTable
	Folded         bool
}

// An htmlTile is a package's or a module's rectangle. Room is "" for no label, "broad" for one on a broad
// screen only, and "any". Under is a second line, where there is room for one.
type htmlTile struct {
	X, W         chart.Percent
	Y, H         float64
	Class, Title string
	Label, Under string
	Room         string
}

// A bundlePackage is what a bundle has of one package.
type bundlePackage struct {
	name   string // "" is the app's own code
	bytes  int64
	inputs []harness.Input // largest first
}

const (
	treemapHeight = 420
	treemapWidth  = 1000 // in which the rectangles are laid out
)

// htmlBundles has a treemap for each bundle of several modules that was measured.
func htmlBundles(r *harness.Result, names armNames) (htmlSection, error) {
	section := htmlSection{ID: "bundles", Title: "What is in the bundle"}
	seen := map[string]bool{}
	for _, a := range withoutAA(r).Arms {
		if seen[a.Bundle.SHA256] || len(a.Bundle.Inputs) < 2 {
			continue
		}
		seen[a.Bundle.SHA256] = true
		m := newHTMLTreemap(names.of(a.ID).String(), a.Bundle)
		m.Folded = len(section.Treemaps) > 0
		section.Treemaps = append(section.Treemaps, m)
	}
	return section, nil
}

func newHTMLTreemap(title string, b harness.Bundle) htmlTreemap {
	packages := packagesOf(b.Inputs)
	m := htmlTreemap{Title: title, Height: treemapHeight, Packages: packageTable(title, packages)}
	m.Caption = fmt.Sprintf("%s from %s of %s; the largest is %s with %s.", size(b.Bytes), count(len(b.Inputs), "module"),
		count(len(packages), "package"), packages[0].label(), size(packages[0].bytes))
	areas := newList(packages, func(p bundlePackage) float64 { return float64(p.bytes) })
	for i, box := range chart.Treemap(areas, chart.Rect{W: treemapWidth, H: treemapHeight}) {
		m.add(packages[i], box, fmt.Sprintf("t%d", min(i, 7)))
	}
	return m
}

// packagesOf groups modules by package, the largest first.
func packagesOf(inputs []harness.Input) []bundlePackage {
	var all []bundlePackage
	for _, in := range inputs {
		i := slices.IndexFunc(all, func(p bundlePackage) bool { return p.name == in.Package })
		if i < 0 {
			all = append(all, bundlePackage{name: in.Package})
			i = len(all) - 1
		}
		all[i].bytes += in.Bytes
		all[i].inputs = append(all[i].inputs, in)
	}
	slices.SortStableFunc(all, func(a, b bundlePackage) int { return cmp.Compare(b.bytes, a.bytes) })
	for _, p := range all {
		slices.SortStableFunc(p.inputs, func(a, b harness.Input) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	return all
}

func (p bundlePackage) label() string { return cmp.Or(p.name, "the app") }

// add draws a package and, where there is room, its modules within it.
func (m *htmlTreemap) add(p bundlePackage, box chart.Rect, class string) {
	const head, least = 20, 3 // pixels: the package's name, and the smallest side of a module
	text := p.label() + " " + size(p.bytes)
	m.Tiles = append(m.Tiles, newTile(box, "package "+class, text+", "+count(len(p.inputs), "module"), text, ""))
	inner := chart.Rect{X: box.X + 2, Y: box.Y + head, W: box.W - 4, H: box.H - head - 2}
	if inner.H < 3*least || inner.W < 3*least || len(p.inputs) < 2 {
		return
	}
	areas := newList(p.inputs, func(in harness.Input) float64 { return float64(in.Bytes) })
	for i, r := range chart.Treemap(areas, inner) {
		if r.W >= least && r.H >= least {
			in := p.inputs[i]
			m.Tiles = append(m.Tiles, newTile(r, "module "+class, in.Path+" "+size(in.Bytes), fileName(in.Path), size(in.Bytes)))
		}
	}
}

func newTile(r chart.Rect, class, title, label, under string) htmlTile {
	t := htmlTile{
		X: chart.Percent(r.X / treemapWidth * 100), W: chart.Percent(r.W / treemapWidth * 100),
		Y: round3(r.Y), H: round3(r.H), Class: class, Title: title,
	}
	const line, glyph, padding, broad, narrow, fewest = 16, 6.2, 10, 950, 310, 6 // pixels; glyphs
	glyphs := func(screen float64) int { return int((float64(t.W)/100*screen - padding) / glyph) }
	switch letters := []rune(label); {
	case r.H < line+2 || glyphs(broad) < fewest:
		return t
	case glyphs(narrow) >= len(letters):
		t.Room, t.Label = "any", label
	case glyphs(broad) >= len(letters):
		t.Room, t.Label = "broad", label
	default:
		t.Room, t.Label = "broad", string(letters[:glyphs(broad)-1])+"…"
	}
	if r.H >= 2*line+2 && glyphs(narrow) >= len(under) {
		t.Under = under
	}
	return t
}

func fileName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// packageTable lists the packages with their shares.
func packageTable(title string, packages []bundlePackage) htmlTable {
	var sum int64
	for _, p := range packages {
		sum += p.bytes
	}
	columns := []column{{title: "package"}, {title: "bytes", right: true}, {title: "share", right: true}, {title: "modules", right: true}, {title: "largest module"}}
	for _, p := range packages {
		part := "-"
		if sum > 0 {
			part = share(float64(p.bytes) / float64(sum))
		}
		for i, cell := range []string{p.label(), fmt.Sprint(p.bytes), part, fmt.Sprint(len(p.inputs)), p.inputs[0].Path} {
			columns[i].cells = append(columns[i].cells, cell)
		}
	}
	return newHTMLTable("Packages of "+title, columns)
}
