package gojavm

import "github.com/dop251/goja/ast"

// bindArguments works around a fault of goja's scope analysis: when the first
// reference to a function's `arguments` is inside an arrow function, the binding
// stays on the stack of the function, where the arrow cannot see it, and the arrow
// reads another value or panics. A second reference from inside an arrow moves the binding to the heap, so
// the pass adds one to the first arrow of each such function.
func bindArguments(p *ast.Program) {
	walkProgram(&argumentsPass{}, p)
}

// A functionScope is a function that has its own `arguments`.
type functionScope struct {
	node     ast.Node
	arrows   []*ast.ArrowFunctionLiteral // open arrow functions, outermost first
	user     *ast.ArrowFunctionLiteral   // the first that refers to arguments
	declares bool                        // arguments is a parameter or variable somewhere in it
}

type argumentsPass struct{ scopes []*functionScope }

func (p *argumentsPass) top() *functionScope {
	if len(p.scopes) == 0 {
		return nil
	}
	return p.scopes[len(p.scopes)-1]
}

func (p *argumentsPass) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FunctionLiteral, *ast.ClassStaticBlock:
		p.scopes = append(p.scopes, &functionScope{node: n})
	case *ast.ArrowFunctionLiteral:
		if s := p.top(); s != nil {
			s.arrows = append(s.arrows, n)
		}
	case *ast.Binding:
		if s := p.top(); s != nil && isArguments(n.Target) {
			s.declares = true
		}
	case *ast.Identifier:
		p.reference(n)
	}
	return true
}

func (p *argumentsPass) reference(n *ast.Identifier) {
	s := p.top()
	if s == nil || s.user != nil || len(s.arrows) == 0 || !isArguments(n) {
		return
	}
	s.user = s.arrows[len(s.arrows)-1]
}

func (p *argumentsPass) leave(n ast.Node) {
	s := p.top()
	if s == nil {
		return
	}
	if a, ok := n.(*ast.ArrowFunctionLiteral); ok {
		if len(s.arrows) > 0 && s.arrows[len(s.arrows)-1] == a {
			s.arrows = s.arrows[:len(s.arrows)-1]
		}
		return
	}
	if s.node != n {
		return
	}
	p.scopes = p.scopes[:len(p.scopes)-1]
	if _, function := n.(*ast.FunctionLiteral); function && s.user != nil && !s.declares {
		mentionArguments(s.user)
	}
}

func isArguments(e ast.Expression) bool {
	id, ok := e.(*ast.Identifier)
	return ok && id.Name == "arguments"
}

// mentionArguments has the arrow function a evaluate `arguments` first.
func mentionArguments(a *ast.ArrowFunctionLiteral) {
	mention := &ast.Identifier{Name: "arguments", Idx: a.Start}
	switch b := a.Body.(type) {
	case *ast.ExpressionBody:
		b.Expression = &ast.SequenceExpression{Sequence: []ast.Expression{mention, b.Expression}}
	case *ast.BlockStatement:
		n := countDirectives(b.List)
		list := make([]ast.Statement, 0, len(b.List)+1)
		list = append(list, b.List[:n]...)
		list = append(list, &ast.ExpressionStatement{Expression: mention})
		b.List = append(list, b.List[n:]...)
	}
}

// countDirectives is the length of the directive prologue, such as "use strict".
func countDirectives(list []ast.Statement) int {
	for i, s := range list {
		e, ok := s.(*ast.ExpressionStatement)
		if !ok {
			return i
		}
		if _, ok := e.Expression.(*ast.StringLiteral); !ok {
			return i
		}
	}
	return len(list)
}
