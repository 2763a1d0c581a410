// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-classes
include "../clang-syntax-node-list/classes.td"

def Node : External<?>;
def A : Sequence<Node> {
  let documentation = "";
  let children = [Role<"X", ?>];
}
