// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
include "mlir-op.inc"

// A type that follows from one that can be built is built from the same expression. A type that follows from an attribute
// is that of a typed attribute, whatever the attribute's class is.
class AllTypesMatch<list<string> names> : PredTrait<"same types", CPred<"true">> {
  list<string> values = names;
  list<Trait> dependentTraits = [];
}
class TypesMatchWith<string from, string to, string expression> : PredTrait<"types fit", CPred<"true">> {
  list<Trait> dependentTraits = [];
  string lhs = from;
  string rhs = to;
  string transformer = expression;
}
def Toy_BuiltOp : Op<Toy, "built", [AllTypesMatch<["first", "last"]>, TypesMatchWith<"last", "middle", "wide($_self)">]> {
  let results = (outs Any:$first, Any:$middle, Int:$last);
}
def Toy_ChainedOp : Op<Toy, "chained", [TypesMatchWith<"label", "first", "of($_self)">,
                                        TypesMatchWith<"first", "last", "wide($_self)">]> {
  let arguments = (ins Text:$label);
  let results = (outs Any:$last, Any:$first);
}
