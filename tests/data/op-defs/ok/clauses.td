// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
include "mlir-op.inc"

def Terminated : NativeTrait<"SingleBlockImplicitTerminator<\"End\">::Impl">;

// An optional attribute of a clause may be missing, and a group within a clause decides whether it is printed.
def Toy_ClausesOp : Op<Toy, "clauses"> {
  let arguments = (ins OptionalAttr<Text>:$a, OptionalAttr<Text>:$b, OptionalAttr<Text>:$c);
  let assemblyFormat = "oilist(`a` `=` $a | `b` custom<B>($b) (`c` $c^)?) attr-dict";
}
// What is printed after a new line or a blank.
def Toy_LinesOp : Op<Toy, "lines"> {
  let arguments = (ins Text:$a, Text:$b, Text:$c);
  let assemblyFormat = [{ $a `\n` `(` `\n` `b` `)` ` ` $b `\n` $c attr-dict }];
}
// Regions whose terminator is not written.
def Toy_RegionsOp : Op<Toy, "regions", [Terminated]> {
  let regions = (region VariadicRegion<OneBlock>:$bodies);
  let assemblyFormat = "$bodies attr-dict-with-keyword";
}
def Small : Property<"int", "small count"> { let predicate = CPred<"$_self < 3">; }
// Unnamed results are named, too, and a property is verified before attributes.
def Toy_NamesOp : Op<Toy, "names"> {
  let arguments = (ins Text:$text, Small:$some_count);
  let results = (outs Any:$a, Any);
}
// A class that keeps its underscore.
def _Toy : Op<Toy, "underscore">;
