// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-defs
// The dialect prints a blank after the mnemonic, unless the format begins with an opening bracket or an empty literal.
include "mlir.inc"

def Toy : Dialect { let name = "toy"; let useDefaultTypePrinterParser = 1; }
class Format<string text> : TypeDef<Toy, NAME> {
  let mnemonic = !tolower(NAME);
  let assemblyFormat = text;
}
def Opening : Format<"`[` `x` `]`">;
def Closing : Format<"`]`">;
def Comma : Format<"`,`">;
def Blank : Format<"` ` `x`">;
def Glued : Format<"`` `x`">;

// Reading uses the function that checks, although there is nothing to check.
def Checked : Format<"`x`"> { let genVerifyDecl = 1; }

// `qualified` has precedence over a printer.
def Named : AttrOrTypeParameter<"Text"> { let printer = "printText($_printer, $_self)"; }
def Qualified : Format<"`<` $name qualified($other) `>`"> { let parameters = (ins Named:$name, Named:$other); }
