// TOOL: clang-tblgen
// ARGS: -gen-clang-syntax-node-list
include "classes.td"

def Node : External<?>;
def Leaf : External<Node>;
def Tree : External<Node>;
def Statement : Alternatives<Tree> {
  let documentation = "What is done.";
}
def Expression : Alternatives<Tree> {
  let documentation = "What has a value.";
}
def WhileStatement : Sequence<Statement> {
  let documentation = [{

    Runs its body again and again.
      while (condition) body
  }];
  let children = [
    Role<"IntroducerKeyword", AnyToken<["kw_while"]>>,
    Role<"Condition", Optional<Expression>>,
    Role<"BodyStatement", Statement>,
  ];
}
def BreakStatement : Sequence<Statement> {
  let documentation = "Leaves a loop.";
}
