// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
include "mlir-pattern.inc"

// Nested operations, equal operands, a node that two patterns share, conditions of entities.
def NegNeg : Pat<(NegOp:$outer (NegOp $value)), (replaceWithValue $value), [(SameType $outer, $value)]>;
def AddNeg : Pat<(AddOp $x, (NegOp $value), $label), (AddOp $value, $x, $label), [(Unused:$x)], [], (addBenefit 3)>;
def AddEqual : Pat<(AddOp $x, $x, ShortText:$label), (AddOp $x, $x, ConstantAttr<Text, "two">)>;

// Operands in either order, values of an operand, constants, calls of C++.
def : Pat<(AddOp (either (NegOp $y), Any:$x), $_), (NegOp (NegOp $y, (returnType $x)))>;
def : Pattern<(ListOp (variadic:$all $one, (NegOp (Constant ShortText:$two))), PropConstraint<CPred<"$_self > 0">, "some">:$count),
              [(NativeCodeCall<"log($_builder, $_loc, $0...)", 0> $one, $count),
               (ListOp:$list__0 (variadic $one, $one), (NativeCodeCall<"$0 + 1"> $count)),
               (NegOp $list__1, (location "here"))]>;
def : Pat<(DropOp $value), (DropOp (NativeCodeCall<"copy($0)"> $value, (location "a", $value)))>;
