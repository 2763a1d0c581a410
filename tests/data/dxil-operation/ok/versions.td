// ARGS: --release 22 --gen-dxil-operation
// Since 22 overloads, stages and attributes belong to versions of DXIL, and are in their order.

class Intrinsic;
def int_dx_first : Intrinsic;
def int_dx_second : Intrinsic;

class Version<int major, int minor> { int Major = major; int Minor = minor; }
def DXIL1_0 : Version<1, 0>;
def DXIL1_6 : Version<1, 6>;
class DXILOpParamType { int isOverload = 0; }
def OverloadTy : DXILOpParamType { let isOverload = 1; }
def VoidTy : DXILOpParamType;
def HalfTy : DXILOpParamType;
def ResRetInt32Ty : DXILOpParamType;
class DXILOpClass;
def binary : DXILOpClass;
def unary : DXILOpClass;
class DXILShaderStage;
def vertex : DXILShaderStage;
def compute : DXILShaderStage;
def all_stages : DXILShaderStage;
def removed : DXILShaderStage;
class DXILAttribute;
def ReadNone : DXILAttribute;
def NoReturn : DXILAttribute;
class Overloads<Version v, list<DXILOpParamType> t> {
  Version dxil_version = v;
  list<DXILOpParamType> overload_types = t;
}
class Stages<Version v, list<DXILShaderStage> s> {
  Version dxil_version = v;
  list<DXILShaderStage> shader_stages = s;
}
class Attributes<Version v, list<DXILAttribute> a> {
  Version dxil_version = v;
  list<DXILAttribute> fn_attrs = a;
}
class IntrinArgSelectType;
def IntrinArgSelect_I32 : IntrinArgSelectType;
class IntrinArgSelect<IntrinArgSelectType t, int v> { IntrinArgSelectType type = t; int value = v; }
class IntrinSelect<Intrinsic i, list<IntrinArgSelect> a = []> {
  Intrinsic intrinsic = i;
  list<IntrinArgSelect> arg_selects = a;
}
class DXILOp<int number, DXILOpClass c> {
  string Doc = "";
  int OpCode = number;
  DXILOpClass OpClass = c;
  list<IntrinSelect> intrinsics = [];
  DXILOpParamType result;
  list<DXILOpParamType> arguments = [];
  list<Overloads> overloads = [];
  list<Stages> stages;
  list<Attributes> attributes = [];
}

def Second : DXILOp<9, unary> {
  let intrinsics = [IntrinSelect<int_dx_first>,
                    IntrinSelect<int_dx_second, [IntrinArgSelect<IntrinArgSelect_I32, -3>]>];
  let result = VoidTy;
  let arguments = [HalfTy, OverloadTy, OverloadTy];
  let overloads = [Overloads<DXIL1_6, [ResRetInt32Ty, HalfTy]>, Overloads<DXIL1_0, [HalfTy]>];
  let stages = [Stages<DXIL1_6, [removed]>, Stages<DXIL1_0, [vertex, compute]>];
  let attributes = [Attributes<DXIL1_0, [ReadNone]>];
}
def First : DXILOp<7, binary> {
  let result = OverloadTy;
  let stages = [Stages<DXIL1_0, [all_stages]>];
}
