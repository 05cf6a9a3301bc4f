package ecmaregexp

// A node is a part of a parsed pattern. Flags that modifiers can change are kept in
// the nodes that they matter to.
type node interface{}

type (
	emptyNode struct{}
	charNode  struct {
		char   rune
		folded bool
	}
	setNode struct {
		set    *charSet
		invert bool
		folded bool
	}
	sequenceNode    struct{ list []node }
	alternativeNode struct{ list []node }
	captureNode     struct {
		index int
		body  node
	}
	backReferenceNode struct {
		groups []int // those of the name, of which at most one has matched
		folded bool
	}
	lineStartNode struct{ multiline bool }
	lineEndNode   struct{ multiline bool }
	boundaryNode  struct {
		invert bool
		words  *charSet
	}
	lookNode struct {
		body   node
		behind bool
		invert bool
	}
	loopNode struct {
		body       node
		min, max   int // max < 0 is no limit
		lazy       bool
		first, end int // the captures inside: first <= index < end
	}
)

// canBeEmpty reports whether n may match without a character.
func canBeEmpty(n node) bool {
	switch n := n.(type) {
	case charNode, setNode:
		return false
	case sequenceNode:
		for _, x := range n.list {
			if !canBeEmpty(x) {
				return false
			}
		}
		return true
	case alternativeNode:
		for _, x := range n.list {
			if canBeEmpty(x) {
				return true
			}
		}
		return false
	case captureNode:
		return canBeEmpty(n.body)
	case loopNode:
		return n.min == 0 || canBeEmpty(n.body)
	}
	return true
}
