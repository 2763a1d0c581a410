// TOOL: tblgen-to-irdl
// ARGS: --release 23 --gen-dialect-irdl-defs --dialect=geo -I../support
include "mlir-cmath.inc"

def Geo : Dialect { let name = "geo"; let cppNamespace = "::geo"; }

class I<int n> : Type<CPred<"$_self.isSignlessInteger(" # n # ")">, "integer"> { int bitwidth = n; }
class AnyI<int n> : Type<CPred<"$_self.isInteger(" # n # ")">, "integer"> { int bitwidth = n; }
class F<int n> : Type<CPred<"$_self.isF" # n # "()">, "float"> { int bitwidth = n; }
class AnyTypeOf<list<Type> types> : Type<Or<!foreach(t, types, t.predicate)>, "one of them"> {
  list<Type> allowedTypes = types;
}
class AllOfType<list<Type> types> : Type<And<!foreach(t, types, t.predicate)>, "all of them"> {
  list<Type> allowedTypes = types;
}
class ConfinedType<Type type, list<Pred> predicates>
    : Type<And<!listconcat([type.predicate], predicates)>, "confined"> {
  Type baseType = type;
  list<Pred> predicateList = predicates;
}
class AnyIntegerAttrBase : Attr<CPred<"isInteger($_self)">, "integer", "IntegerAttr", "int">;
class SizedRegion<int n> : Constraint<CPred<"hasBlocks($_self)">, "blocks"> { int blocks = n; }
def AnyType : Type<CPred<"true">, "anything">;
def AnyRegion : Constraint<CPred<"true">, "any region">;
def Index : Type<CPred<"isIndex($_self)">, "index">;
def IntAttr : AnyIntegerAttrBase;
def Matrix : Type<CPred<"isMatrix($_self)">, "matrix">, TypeDef<Geo, "Matrix"> {
  let typeName = "geo.matrix";
  let mnemonic = "matrix";
}
def Mode : Attr<CPred<"isMode($_self)">, "mode", "ModeAttr", "Mode">, AttrDef<Geo, "Mode"> {
  let attrName = "geo.mode";
  let mnemonic = "mode";
}

// Types are classes and keywords where the definition tells, and conditions elsewhere.
def TypesOp : Op<Geo, "types"> {
  let arguments = (ins AnyType:$any, I<32>:$is, AnyI<8>:$integer, F<32>:$float, F<33>:$cpp,
                       Index:$index, Matrix:$matrix, CMath_Complex:$condition);
}
def ListsOp : Op<Geo, "lists"> {
  let arguments = (ins AnyTypeOf<[I<1>, AllOfType<[AnyType]>]>:$union,
                       ConfinedType<I<1>, [Or<[CPred<"a">, CPred<"\"b\"">]>]>:$confined);
  let results = (outs Variadic<AnyType>:$all, Optional<Index>:$one);
}
// Attributes that may be missing are left out, and elements without a name get one.
def AttributesOp : Op<Geo, "attributes"> {
  let arguments = (ins AnyType, IntAttr:$wide, OptionalAttr<IntAttr>:$maybe, Mode:$mode);
  let results = (outs AnyType:$unnamed0, AnyType);
  let regions = (region AnyRegion:$body, SizedRegion<2>:$sized);
}
