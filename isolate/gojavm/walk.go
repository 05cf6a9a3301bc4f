package gojavm

import "github.com/dop251/goja/ast"

// A visitor sees every node of a syntax tree: enter before the node's children,
// which are left out when it returns false, and leave after them.
type visitor interface {
	enter(ast.Node) bool
	leave(ast.Node)
}

// walk visits n and what is under it in source order. Names that are not
// expressions (property names, labels) are not visited, and a node of a kind
// that this package does not know has no children.
func walk(v visitor, n ast.Node) {
	if !v.enter(n) {
		return
	}
	switch n := n.(type) {
	case ast.Statement:
		walkStatement(v, n)
	case ast.Expression:
		walkExpression(v, n)
	case ast.ClassElement:
		walkClassElement(v, n)
	}
	v.leave(n)
}

// walkProgram visits all statements of a script.
func walkProgram(v visitor, p *ast.Program) { walkStatements(v, p.Body) }

func walkStatements(v visitor, list []ast.Statement) {
	for _, s := range list {
		if s != nil {
			walk(v, s)
		}
	}
}

func walkExpressions(v visitor, list []ast.Expression) {
	for _, e := range list {
		if e != nil {
			walk(v, e)
		}
	}
}

func walkOptional(v visitor, e ast.Expression) {
	if e != nil {
		walk(v, e)
	}
}

func walkBindings(v visitor, list []*ast.Binding) {
	for _, b := range list {
		if b != nil {
			walk(v, b)
		}
	}
}

func walkParameters(v visitor, p *ast.ParameterList) {
	if p == nil {
		return
	}
	walkBindings(v, p.List)
	walkOptional(v, p.Rest)
}

func walkBlock(v visitor, b *ast.BlockStatement) {
	if b != nil {
		walk(v, b)
	}
}

func walkStatement(v visitor, s ast.Statement) {
	switch s := s.(type) {
	case *ast.BlockStatement:
		walkStatements(v, s.List)
	case *ast.ExpressionStatement:
		walkOptional(v, s.Expression)
	case *ast.VariableStatement:
		walkBindings(v, s.List)
	case *ast.LexicalDeclaration:
		walkBindings(v, s.List)
	case *ast.FunctionDeclaration:
		walk(v, s.Function)
	case *ast.ClassDeclaration:
		walk(v, s.Class)
	case *ast.ReturnStatement:
		walkOptional(v, s.Argument)
	case *ast.ThrowStatement:
		walkOptional(v, s.Argument)
	case *ast.IfStatement:
		walkOptional(v, s.Test)
		walkStatements(v, []ast.Statement{s.Consequent, s.Alternate})
	case *ast.LabelledStatement:
		walk(v, s.Statement)
	case *ast.WithStatement:
		walkOptional(v, s.Object)
		walk(v, s.Body)
	case *ast.SwitchStatement:
		walkOptional(v, s.Discriminant)
		for _, c := range s.Body {
			walkOptional(v, c.Test)
			walkStatements(v, c.Consequent)
		}
	case *ast.TryStatement:
		walkTry(v, s)
	default:
		walkLoop(v, s)
	}
}

func walkTry(v visitor, s *ast.TryStatement) {
	walkBlock(v, s.Body)
	if s.Catch != nil {
		if s.Catch.Parameter != nil {
			walk(v, &ast.Binding{Target: s.Catch.Parameter})
		}
		walkBlock(v, s.Catch.Body)
	}
	walkBlock(v, s.Finally)
}

func walkLoop(v visitor, s ast.Statement) {
	switch s := s.(type) {
	case *ast.DoWhileStatement:
		walk(v, s.Body)
		walkOptional(v, s.Test)
	case *ast.WhileStatement:
		walkOptional(v, s.Test)
		walk(v, s.Body)
	case *ast.ForStatement:
		walkForInitializer(v, s.Initializer)
		walkOptional(v, s.Test)
		walkOptional(v, s.Update)
		walk(v, s.Body)
	case *ast.ForInStatement:
		walkForInto(v, s.Into)
		walkOptional(v, s.Source)
		walk(v, s.Body)
	case *ast.ForOfStatement:
		walkForInto(v, s.Into)
		walkOptional(v, s.Source)
		walk(v, s.Body)
	}
}

func walkForInitializer(v visitor, i ast.ForLoopInitializer) {
	switch i := i.(type) {
	case *ast.ForLoopInitializerExpression:
		walkOptional(v, i.Expression)
	case *ast.ForLoopInitializerVarDeclList:
		walkBindings(v, i.List)
	case *ast.ForLoopInitializerLexicalDecl:
		walkBindings(v, i.LexicalDeclaration.List)
	}
}

func walkForInto(v visitor, i ast.ForInto) {
	switch i := i.(type) {
	case *ast.ForIntoVar:
		walk(v, i.Binding)
	case *ast.ForDeclaration:
		walk(v, &ast.Binding{Target: i.Target})
	case *ast.ForIntoExpression:
		walkOptional(v, i.Expression)
	}
}

func walkExpression(v visitor, e ast.Expression) {
	switch e := e.(type) {
	case *ast.FunctionLiteral:
		walkParameters(v, e.ParameterList)
		walkBlock(v, e.Body)
	case *ast.ArrowFunctionLiteral:
		walkParameters(v, e.ParameterList)
		switch b := e.Body.(type) {
		case *ast.BlockStatement:
			walkBlock(v, b)
		case *ast.ExpressionBody:
			walkOptional(v, b.Expression)
		}
	case *ast.ClassLiteral:
		walkOptional(v, e.SuperClass)
		for _, c := range e.Body {
			walk(v, c)
		}
	case *ast.CallExpression:
		walkOptional(v, e.Callee)
		walkExpressions(v, e.ArgumentList)
	case *ast.NewExpression:
		walkOptional(v, e.Callee)
		walkExpressions(v, e.ArgumentList)
	case *ast.Binding:
		walkOptional(v, e.Target)
		walkOptional(v, e.Initializer)
	case *ast.TemplateLiteral:
		walkOptional(v, e.Tag)
		walkExpressions(v, e.Expressions)
	default:
		walkOperator(v, e)
	}
}

func walkOperator(v visitor, e ast.Expression) {
	switch e := e.(type) {
	case *ast.DotExpression:
		walkOptional(v, e.Left)
	case *ast.PrivateDotExpression:
		walkOptional(v, e.Left)
	case *ast.BracketExpression:
		walkOptional(v, e.Left)
		walkOptional(v, e.Member)
	case *ast.OptionalChain:
		walkOptional(v, e.Expression)
	case *ast.Optional:
		walkOptional(v, e.Expression)
	case *ast.UnaryExpression:
		walkOptional(v, e.Operand)
	case *ast.BinaryExpression:
		walkOptional(v, e.Left)
		walkOptional(v, e.Right)
	case *ast.AssignExpression:
		walkOptional(v, e.Left)
		walkOptional(v, e.Right)
	case *ast.ConditionalExpression:
		walkOptional(v, e.Test)
		walkOptional(v, e.Consequent)
		walkOptional(v, e.Alternate)
	case *ast.SequenceExpression:
		walkExpressions(v, e.Sequence)
	case *ast.YieldExpression:
		walkOptional(v, e.Argument)
	case *ast.AwaitExpression:
		walkOptional(v, e.Argument)
	case *ast.SpreadElement:
		walkOptional(v, e.Expression)
	default:
		walkLiteral(v, e)
	}
}

func walkLiteral(v visitor, e ast.Expression) {
	switch e := e.(type) {
	case *ast.ArrayLiteral:
		walkExpressions(v, e.Value)
	case *ast.ArrayPattern:
		walkExpressions(v, e.Elements)
		walkOptional(v, e.Rest)
	case *ast.ObjectLiteral:
		walkProperties(v, e.Value)
	case *ast.ObjectPattern:
		walkProperties(v, e.Properties)
		walkOptional(v, e.Rest)
	case *ast.PropertyShort:
		walk(v, &e.Name)
		walkOptional(v, e.Initializer)
	case *ast.PropertyKeyed:
		if e.Computed {
			walkOptional(v, e.Key)
		}
		walkOptional(v, e.Value)
	}
}

func walkProperties(v visitor, list []ast.Property) {
	for _, p := range list {
		walk(v, p)
	}
}

func walkClassElement(v visitor, c ast.ClassElement) {
	switch c := c.(type) {
	case *ast.FieldDefinition:
		if c.Computed {
			walkOptional(v, c.Key)
		}
		walkOptional(v, c.Initializer)
	case *ast.MethodDefinition:
		if c.Computed {
			walkOptional(v, c.Key)
		}
		walk(v, c.Body)
	case *ast.ClassStaticBlock:
		walkBlock(v, c.Block)
	}
}
