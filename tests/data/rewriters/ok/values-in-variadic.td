// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-rewriters
// An operation that is built in `variadic` is added itself. All results of a native call are a range.
include "mlir-pattern.inc"

def JoinOp : Op<Toy, "join"> {
  let arguments = (ins Variadic<Any>:$values);
  let results = (outs Any:$joined);
}
def SplitOp : Op<Toy, "split"> {
  let arguments = (ins Any:$value);
  let results = (outs Any:$left, Any:$right);
}
def Halves : NativeCodeCall<"halves($0)", 2>;

def : Pat<(NegOp $a), (JoinOp (variadic $a, (NegOp $a), (NegOp:$named $a), (SplitOp $a), (replaceWithValue $a)))>;
def : Pat<(NegOp $a), (JoinOp (Halves $a))>;
def : Pat<(NegOp $a), (JoinOp (Halves:$both $a))>;
def : Pattern<(SplitOp $a), [(Halves:$both $a)]>;
def : Pattern<(SplitOp $a), [(Halves:$both $a), (NegOp $both__0), (NegOp $both__1)]>;
