// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-bytecode --bytecode-dialect=Toy
// A function that reads an element of a list has the name of the list with a capital; underscores stay.
include "mlir-bytecode.inc"

def NamesAttr : DialectAttribute<(attr
  Array<VarInt>:$two_words, Array<VarInt>:$camelCase, Array<VarInt>:$Upper, Array<VarInt>:$_lead)>;
def ToyAttributes : DialectAttributes<"Toy"> { let elems = [NamesAttr]; }
