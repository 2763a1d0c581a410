// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-op-defs
// An optional enum is printed through its pointer, also where it has a default.
include "mlir-op.inc"

class KindAttr<bit optional, string value> : Attr<CPred<"isKind($_self)">, "kind", "::toy::KindAttr", "Kind">,
    EnumAttrInfo<"Kind", "kind", [EnumCase<"Car", 1, "car">]> {
  let summary = "kind";
  let constBuilderCall = "kind($0)";
  let defaultValue = value;
  let isOptional = optional;
}
def KindOp : Op<Toy, "kind"> {
  let arguments = (ins KindAttr<1, "Kind::Car">:$both, KindAttr<0, "Kind::Car">:$byDefault);
  let assemblyFormat = "(`a` $both^)? (`b` $byDefault^)? attr-dict";
}
