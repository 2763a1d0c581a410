// TOOL: clang-tblgen
// ARGS: --release 23 -gen-hlsl-alias-intrinsics
// There is an overload for each element type and shape, in an order of their own.
include "classes.inc"

def abs : HLSLBuiltin<"abs", "__builtin_abs"> {
  let Doc = "\n\\brief Without the sign.\n\n\\param x The value.\n";
  let Args = [Varying];
  let ReturnType = Varying;
  let VaryingTypes = [FloatTy, IntTy, Int16Ty, HalfTy];
  let VaryingScalar = 1;
  let VaryingVecSizes = [3, 2];
  let VaryingMatDims = [MatDim<4, 1>, MatDim<1, 2>];
}
// Types that are the same in all overloads count for what has to be available, but not those of shapes.
def fixed : HLSLBuiltin<"fixed", "__builtin_fixed"> {
  let Args = [VectorType<HalfTy, 2>, VaryingElemType, VaryingShape<Int16Ty>];
  let ReturnType = IntTy;
  let VaryingTypes = [FloatTy];
  let VaryingVecSizes = [4];
  let ParamNames = ["a"];
  let Availability = ShaderModel<6, 1>;
}
def barrier : HLSLBuiltin<"barrier", "__builtin_barrier"> { let IsConvergent = 1; }
// An inline function is no alias.
def inlined : HLSLBuiltin<"inlined"> { let Body = "return;"; }
