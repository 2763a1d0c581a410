// TOOL: mlir-tblgen
// ARGS: --release 24 -I../support --gen-op-defs
// `prop-dict` is a list of names and values, without the names that other elements determine.
include "mlir-op.inc"
include "mlir-traits.inc"

def Usual : Property<"int", "usual"> {
  let parser = [{
    auto value = ::mlir::FieldParser<}] # storageType # [{>::parse($_parser);
    if (::mlir::failed(value))
      return ::mlir::failure();
    $_storage = std::move(*value);
  }];
  let printer = "$_printer << $_storage";
}
def Special : Property<"int", "special"> {
  let parser = "return parse($_parser, $_storage);";
  let printer = "print($_printer, $_storage, $_ctxt)";
  let defaultValue = "1";
}
def KeysOp : Op<Toy, "keys", [AttrSizedOperandSegments, AttrSizedResultSegments]> {
  let arguments = (ins Optional<Int>:$x, Variadic<Int>:$y, Text:$written, Text:$text,
                       OptionalAttr<Text>:$maybe, Usual:$usual, Special:$special);
  let results = (outs Optional<Int>:$r, Variadic<Int>:$s);
  let assemblyFormat = "$written $x `,` $y prop-dict `:` type(results) attr-dict";
}
def NoKeysOp : Op<Toy, "no_keys"> {
  let arguments = (ins Text:$written);
  let assemblyFormat = "$written prop-dict attr-dict";
}
