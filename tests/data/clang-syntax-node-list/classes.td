class Syntax;
class Optional<Syntax syntax> : Syntax { Syntax inner = syntax; }
class AnyToken<list<string> tokens> : Syntax { list<string> kinds = tokens; }
class NodeType<NodeType base_node> : Syntax { NodeType base = base_node; string documentation; }
class External<NodeType base_node> : NodeType<base_node>;
class Alternatives<NodeType base_node> : NodeType<base_node>;
class Role<string name, Syntax constraint> { string role = name; Syntax syntax = constraint; }
class Sequence<NodeType base_node> : NodeType<base_node> { list<Role> children = []; }
