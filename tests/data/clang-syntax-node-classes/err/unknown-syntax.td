// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-classes
include "../clang-syntax-node-list/classes.td"

def Node : External<?>;
// The reference writes a class without a name.
def other : Syntax;
def A : Sequence<Node> {
  let documentation = "";
  let children = [Role<"X", other>];
}
