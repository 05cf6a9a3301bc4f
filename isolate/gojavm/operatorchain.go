package gojavm

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// goja's compiler asks every operator whether it is constant and where it begins. Both
// questions go on to the operands, and the first has && and || and ?? work out the left one:
// in a chain of n operators that takes n squared steps, or two to the power of n. A
// sequence is never constant, and begins where its first member does. So a sequence of
// null and the operand, which compiles to the operand alone, ends the questions.
const (
	maxOperatorChain = 32
	maxLogicalChain  = 3

	// maxConstantChain is how many logical operators of constants direct eval may nest: its
	// code goes to goja as it is.
	maxConstantChain = 12
)

// breakOperatorChains puts such sequences into the long chains of operators in p.
func breakOperatorChains(p *ast.Program) {
	walkProgram(&operatorChainPass{logical: maxLogicalChain}, p)
}

// hasConstantChain tells the code that goja would take too long to compile. It breaks the chains of p.
func hasConstantChain(p *ast.Program) bool {
	pass := &operatorChainPass{logical: maxConstantChain}
	walkProgram(pass, p)
	return pass.constant
}

// An operatorChain counts the operators that are nested in an operator, and those of
// them that are logical. It may count too many, which does no harm.
type operatorChain struct{ operators, logical int }

// An operatorChainPass has the chain of each operator that it is in.
type operatorChainPass struct {
	open     []operatorChain
	logical  int  // the longest chain of logical operators that stays
	constant bool // a longer one began with a constant
}

func (p *operatorChainPass) enter(n ast.Node) bool {
	if isOperator(n) {
		p.open = append(p.open, operatorChain{})
	}
	return true
}

func (p *operatorChainPass) leave(n ast.Node) {
	if !isOperator(n) {
		return
	}
	last := len(p.open) - 1
	chain := p.open[last]
	p.open = p.open[:last]
	if chain.operators >= maxOperatorChain || chain.logical >= p.logical {
		p.constant = p.constant || chain.logical >= p.logical && isConstant(n.(ast.Expression))
		breakChain(n)
		chain = operatorChain{}
	}
	chain.operators++
	if b, ok := n.(*ast.BinaryExpression); ok && isLogical(b.Operator) {
		chain.logical++
	}
	if last > 0 {
		outer := &p.open[last-1]
		outer.operators = max(outer.operators, chain.operators)
		outer.logical = max(outer.logical, chain.logical)
	}
}

func isOperator(n ast.Node) bool {
	switch n.(type) {
	case *ast.BinaryExpression, *ast.UnaryExpression:
		return true
	}
	return false
}

func isLogical(t token.Token) bool {
	return t == token.LOGICAL_AND || t == token.LOGICAL_OR || t == token.COALESCE
}

func breakChain(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpression:
		n.Left, n.Right = inSequence(n.Left), inSequence(n.Right)
	case *ast.UnaryExpression:
		n.Operand = inSequence(n.Operand)
	}
}

// inSequence leaves operands alone that are no operators: a name under typeof or
// delete is not only a value.
func inSequence(operand ast.Expression) ast.Expression {
	if !isOperator(operand) {
		return operand
	}
	start := &ast.NullLiteral{Idx: operand.Idx0()}
	return &ast.SequenceExpression{Sequence: []ast.Expression{start, operand}}
}

// isConstant follows what decides whether goja takes e for a constant. Since chains are
// broken from the inside out, it is soon done.
func isConstant(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		return isConstant(e.Left) && (isLogical(e.Operator) || isConstant(e.Right))
	case *ast.UnaryExpression:
		return isConstant(e.Operand)
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return true
	}
	return false
}
