// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-attrdef-defs
// Brackets surround an array in a struct, unless it is the last element or has a parser or a printer of its own.
include "mlir.inc"

class ArrayRefParameter<string element> : AttrOrTypeParameter<"::llvm::ArrayRef<" # element # ">">;
def OwnParser : ArrayRefParameter<"int"> { let parser = "parseDims($_parser)"; }
def OwnPrinter : ArrayRefParameter<"int"> { let printer = "printDims($_printer, $_self)"; }

def Toy : Dialect { let name = "toy"; }
class Format : AttrDef<Toy, NAME> {
  let mnemonic = "a";
  let assemblyFormat = "`<` struct(params) `>`";
}
def Brackets : Format { let parameters = (ins ArrayRefParameter<"int">:$dims, "int":$rank); }
def LastArray : Format { let parameters = (ins "int":$rank, ArrayRefParameter<"int">:$dims); }
def Parsed : Format { let parameters = (ins OwnParser:$dims, "int":$rank); }
def Printed : Format { let parameters = (ins OwnPrinter:$dims, "int":$rank); }
