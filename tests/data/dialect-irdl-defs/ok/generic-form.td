// TOOL: tblgen-to-irdl
// ARGS: --release 23 --gen-dialect-irdl-defs --dialect=geo -I../support
include "mlir-cmath.inc"

def Geo : Dialect { let name = "geo"; let cppNamespace = "::geo"; }

class SizedRegion<int n> : Constraint<CPred<"hasBlocks($_self)">, "blocks"> { int blocks = n; }
def AnyType : Type<CPred<"true">, "anything">;
def AnyRegion : Constraint<CPred<"true">, "any region">;
def FewBlocks : Constraint<CPred<"fewBlocks($_self)">, "few blocks">;
def Matrix : Type<CPred<"isMatrix($_self)">, "matrix">, TypeDef<Geo, "Matrix"> {
  let typeName = "geo.matrix";
  let mnemonic = "matrix";
}

// IRDL has no regions with other conditions, so all of the dialect is in the generic form. The last operation has the
// first numbers.
def ARegionsOp : Op<Geo, "regions"> {
  let arguments = (ins Matrix:$matrix);
  let regions = (region AnyRegion:$any, SizedRegion<2>:$sized, FewBlocks:$few);
}
def BEmptyOp : Op<Geo, "empty">;
def CListsOp : Op<Geo, "lists"> {
  let arguments = (ins Variadic<AnyType>:$all);
  let results = (outs Optional<F32>:$one);
}
