// The classes and operators of MVE's descriptions, as far as the tests need them.
class Type;
class PrimitiveType<string letter, int width> : Type {
  string kind = letter;
  int size = width;
  string nameOverride = "";
}
foreach width = [8, 16, 32, 64] in {
  def u # width : PrimitiveType<"u", width>;
  def s # width : PrimitiveType<"s", width>;
}
def f16 : PrimitiveType<"f", 16>;
def f32 : PrimitiveType<"f", 32>;
def sint : PrimitiveType<"s", 32> { let nameOverride = "int"; }
def Void : Type;

class ComplexType<dag form> : Type { dag spec = form; }
class ComplexTypeOp;
def CTO_Parameter : ComplexTypeOp;
def CTO_Vec : ComplexTypeOp;
def CTO_Pred : ComplexTypeOp;
def CTO_CopyKind : ComplexTypeOp;
class CTO_Tuple<int vectors> : ComplexTypeOp { int n = vectors; }
class CTO_Pointer<bit is_const> : ComplexTypeOp { bit const = is_const; }
class CTO_ScaleSize<int by, int over> : ComplexTypeOp { int num = by; int denom = over; }

class Vec<Type element> : ComplexType<(CTO_Vec element)>;
class Ptr<Type to> : ComplexType<(CTO_Pointer<0> to)>;
class CPtr<Type to> : ComplexType<(CTO_Pointer<1> to)>;
class CopyKind<Type size, Type kind> : ComplexType<(CTO_CopyKind size, kind)>;
def Scalar : ComplexType<(CTO_Parameter)>;
def Vector : Vec<Scalar>;
def UVector : Vec<CopyKind<Scalar, u32>>;
def Double : ComplexType<(CTO_ScaleSize<2, 1> Scalar)>;
def Half : ComplexType<(CTO_ScaleSize<1, 2> Scalar)>;
def Predicate : ComplexType<(CTO_Pred Scalar)>;
class Tuple<int vectors> : ComplexType<(CTO_Tuple<vectors> Vector)>;
class unpromoted<Type ty> : Type { Type underlying_type = ty; }

class ImmediateBounds;
class Immediate<Type ty, ImmediateBounds limits> : Type {
  Type type = ty;
  ImmediateBounds bounds = limits;
  string extra = ?;
  string extraarg = ?;
}
class IB_ConstRange<int low, int high> : ImmediateBounds { int lo = low; int hi = high; }
class IB_EltBit<int low, Type ty = Scalar> : ImmediateBounds { int base = low; Type type = ty; }
def IB_UEltValue : ImmediateBounds;
def IB_LaneIndex : ImmediateBounds;

def args;
def seq;
def address;
def unsignedflag;
def bitsize;
class IRBuilderParam<int at> { int index = at; }
class IRBuilderAddrParam<int at> : IRBuilderParam<at>;
class IRBuilderIntParam<int at, string ty> : IRBuilderParam<at> { string type = ty; }
class IRBuilderBase<string start, list<IRBuilderParam> special = []> {
  string prefix = start;
  list<IRBuilderParam> special_params = special;
}
class IRBuilder<string function, list<IRBuilderParam> special = []>
    : IRBuilderBase<"Builder." # function # "(", special>;
def add : IRBuilder<"CreateAdd">;
def and : IRBuilder<"CreateAnd">;
def load : IRBuilder<"CreateLoad", [IRBuilderAddrParam<0>]>;
def store : IRBuilder<"CreateStore", [IRBuilderAddrParam<1>]>;
def extract : IRBuilder<"CreateExtractValue", [IRBuilderIntParam<1, "unsigned">]>;
def bitcast : IRBuilder<"CreateBitCast">;
def splat : IRBuilderBase<"ARMMVEVectorSplat(Builder, ">;
class IRIntBase<string name, list<Type> types = [], bit with_kind = 0> {
  string intname = name;
  list<Type> params = types;
  bit appendKind = with_kind;
}
class CustomCodegen<string ty> { string type = ty; }

class PolymorphicNameType<int types, string suffix> {
  int NumTypeSuffixesToDiscard = types;
  string ExtraSuffixToDiscard = suffix;
}
def PNT_None : PolymorphicNameType<0, ?>;
def PNT_Type : PolymorphicNameType<1, ?>;
def PNT_NType : PolymorphicNameType<1, "n">;

class Intrinsic<Type result, dag operands, dag computation> {
  list<Type> params = [Void];
  Type ret = result;
  dag args = operands;
  dag codegen = computation;
  PolymorphicNameType pnt = PNT_Type;
  bit polymorphicOnly = 0;
  bit nonEvaluating = 0;
  bit headerOnly = 0;
  string overrideKindLetter = "";
  string builtinExtension = "mve";
}
class NameOverride<string name> { string basename = name; }
