// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// `prop-dict` leaves out what the format writes: properties first, then attributes, each in the order of the format;
// then attributes and properties that have their defaults.
include "mlir-op.inc"

def Default : Property<"int", "count"> { let defaultValue = "1"; }
def FallbackText : Attr<CPred<"isText($_self)">, "text", "::toy::TextAttr", "Text"> { let defaultValue = "none"; }

def MixedOp : Op<Toy, "mixed"> {
  let arguments = (ins Text:$first, Count:$second, Text:$third, Count:$fourth, Default:$fifth, FallbackText:$sixth);
  let assemblyFormat = "$third $second custom<Pair>($first, $fourth) prop-dict attr-dict";
}
