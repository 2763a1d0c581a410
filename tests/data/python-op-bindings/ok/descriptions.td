// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-op-bindings -bind-dialect=toy
include "mlir-op.inc"

class Described<string name, string text> : Op<Toy, name> { let description = text; }

// The blanks before the closing brackets are left out, those at the end of another line stay.
def InOneLine : Described<"one", [{ The only line. }]>;
def InTwoLines : Described<"two", [{ First, 
                                     second.	 }]>;
def BlankLast : Described<"last", "Text \n   \n  ">;
def Quoted : Described<"quoted", "Ends in \"\"\" ">;
