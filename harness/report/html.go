package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"example.com/thaw/harness"
)

//go:embed html
var htmlFiles embed.FS

// htmlTemplates are parsed at first use: the child of each sample links this package too,
// and what it does before main would count as its spawn.
var htmlTemplates = sync.OnceValues(func() (*template.Template, error) {
	style, err := htmlFiles.ReadFile("html/style.css")
	if err != nil {
		return nil, err
	}
	t := template.New("").Funcs(template.FuncMap{
		"style":   func() template.CSS { return template.CSS(style) },
		"typeset": typeset,
	})
	return t.ParseFS(htmlFiles, "html/*.tmpl")
})

// HTML writes a result as one page that needs nothing else: no network, no script. It can
// be read on a wide and on a narrow screen, light and dark, and on paper.
func HTML(w io.Writer, r *harness.Result) error {
	t, err := htmlTemplates()
	if err == nil {
		var page htmlPage
		if page, err = newHTMLPage(r); err == nil {
			err = t.ExecuteTemplate(w, "page", page)
		}
	}
	if err != nil {
		return fmt.Errorf("report: HTML: %w", err)
	}
	return nil
}

// An htmlPage is what page.tmpl shows.
type htmlPage struct {
	Thaw     string
	Headline string
	Facts    []string // under the headline
	Doubts   htmlList
	Sections []htmlSection
}

// An htmlSection is a heading and what stands under it.
type htmlSection struct {
	ID, Title string
	Lead      []string // sentences that the data give
	Figures   []htmlFigure
	Lines     []htmlLines
	Treemaps  []htmlTreemap
	Tables    []htmlTable
	Notes     []string
	Text      []htmlText
}

// List is Notes, cut where they are too many.
func (s htmlSection) List() htmlList { return newHTMLList(s.Notes) }

// An htmlList is a list of sentences, of which More are shown on demand.
type htmlList struct{ First, More []string }

func newHTMLList(all []string) htmlList {
	const enough = 5
	if len(all) <= enough {
		return htmlList{First: all}
	}
	return htmlList{all[:enough-1], all[enough-1:]}
}

// An htmlText is text to be copied.
type htmlText struct{ Title, Text string }

// newHTMLPage leaves out sections for which there are no data.
func newHTMLPage(r *harness.Result) (htmlPage, error) {
	p := htmlPage{Thaw: r.Thaw, Headline: headline(r), Facts: htmlFacts(r), Doubts: newHTMLList(newList(r.Warnings, harness.Warning.String))}
	names := newArmNames(r)
	for _, section := range []func(*harness.Result, armNames) (htmlSection, error){
		htmlLevers, htmlScale, htmlAnatomy, htmlComparisons, htmlAnswers, htmlSamples, htmlColdStart, htmlBundles, htmlCounts, htmlGlobals, htmlTables, htmlMethod,
	} {
		s, err := section(r, names)
		if err != nil {
			return p, err
		}
		for i := range s.Figures {
			s.Figures[i].number(fmt.Sprintf("%s-%d", s.ID, i+1))
		}
		if !s.empty() {
			p.Sections = append(p.Sections, s)
		}
	}
	return p, nil
}

func (s htmlSection) empty() bool {
	return len(s.Figures)+len(s.Lines)+len(s.Treemaps)+len(s.Tables) == 0
}

// htmlPlain is what the command printed.
func htmlPlain(r *harness.Result) (htmlText, error) {
	var b strings.Builder
	err := Text(&b, r, Style{})
	return htmlText{"The same as plain text", strings.TrimSpace(b.String())}, err
}

// typeset keeps a number and its unit on one line, and sets minus signs as such.
func typeset(text string) string { return typography().Replace(text) }

var typography = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{" s)", "\u00a0s)", " s to", "\u00a0s to"}
	for _, unit := range []string{"ns", "µs", "ms", "%", "KiB", "MiB"} {
		pairs = append(pairs, " "+unit, "\u00a0"+unit)
	}
	for digit := '0'; digit <= '9'; digit++ {
		pairs = append(pairs, " -"+string(digit), " \u2212"+string(digit))
	}
	return strings.NewReplacer(pairs...)
})
