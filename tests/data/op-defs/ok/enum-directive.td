// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// `enum(…)` writes an enum attribute by its cases, and the bits of an enum one by one. So do the values of `prop-dict`,
// with brackets if commas are between the bits.
include "enum-attribute.inc"

def DirectOp : Op<Toy, "direct"> {
  let arguments = (ins Kind:$kind, OptionalAttr<Kind>:$maybe, Sides:$sides, List:$list);
  let assemblyFormat = "enum($kind) (`maybe` enum($maybe)^)? enum($sides) enum($list) attr-dict";
}
def KeyedOp : Op<Toy, "keyed"> {
  let arguments = (ins Kind:$kind, OptionalAttr<Kind>:$maybe, Sides:$sides, List:$list);
  let assemblyFormat = "prop-dict attr-dict";
}
