// TOOL: clang-tblgen
// ARGS: -gen-riscv-vector-builtins
include "classes.td"

// The element types are those of the letters; types that no vector has are left out.
let UnMaskedPolicyScheme = HasPassthruOperand, IntrinsicTypes = [-1, 1] in {
  def vadd_vv : RVVBuiltin<"v", "vvv", "csil">;
  def vwadd_vv : RVVBuiltin<"w", "wvv", "csi"> { let OverloadedName = "vwadd"; }
}
// No mask, and code written by hand.
let HasMasked = 0, ManualCodegen = [{
  return Builder.CreateVScale(ResultType);
}] in
def vget : RVVBuiltin<"(Tuple:2)v", "v(Tuple:2)vKz", "i"> {
  let NF = 2;
  let IsTuple = 1;
}
// A reduction has no operand for what the mask leaves out, and has no policy about it.
let HasMaskedOffOperand = 0, HasMaskPolicy = 0, MaskedPolicyScheme = HasPassthruOperand in
def vredsum : RVVBuiltin<"Sv", "SvvSv", "ix"> { let RequiredFeatures = ["Zvfhmin", "RV64"]; }
// A rounding mode.
let HasFRMRoundModeOp = 1, UnMaskedPolicyScheme = HasPassthruOperand in
def vfsqrt : RVVBuiltin<"v", "vvu", "fd">;
// One type, so that its prototype is known.
let HasMasked = 0, HasBuiltinAlias = 0, HasVL = 0, Log2LMUL = [0], IRName = "" in
def vsetvli : RVVBuiltin<"", "zzKzKz", "i">;
