// TOOL: clang-tblgen
// ARGS: --release 23 -gen-hlsl-inline-intrinsics
// An inline function has statements, or calls a function of the header.
include "../hlsl-alias-intrinsics/classes.inc"

def twice : HLSLBuiltin<"twice"> {
  let Args = [Varying];
  let ReturnType = Varying;
  let VaryingTypes = [IntTy];
  let VaryingScalar = 1;
  let ParamNames = ["x"];
  let Body = "return 2 * x;";
  let IsConstexpr = 1;
}
def mix : HLSLBuiltin<"mix"> {
  let Args = [HalfTy, Int16Ty];
  let ReturnType = HalfTy;
  let DetailFunc = "mix_impl";
  let Availability = ShaderModel<6, 4>;
}
def alias : HLSLBuiltin<"alias", "__builtin_alias">;
