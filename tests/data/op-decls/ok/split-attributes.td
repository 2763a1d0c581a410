// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-decls
// Builders with a list of attributes are deprecated if the operation has properties.
include "mlir-op.inc"

class Defaulted<string storage, string value, string default>
    : Attr<CPred<"isText($_self)">, "text", storage, value> {
  let defaultValue = default;
}
def Items : Defaulted<"::toy::ItemsAttr", "::toy::ItemsAttr", "{}">;
def Kind : Defaulted<"::toy::TextAttr", "Text", "car">;
def ItemsOp : Op<Toy, "items"> { let arguments = (ins Text:$name, Items:$items, Kind:$kind); }
def KindOp : Op<Toy, "kind"> { let arguments = (ins Text:$name, Kind:$kind, Items:$items); }
def ValueOp : Op<Toy, "value"> { let arguments = (ins Any:$value, Kind:$kind); }
