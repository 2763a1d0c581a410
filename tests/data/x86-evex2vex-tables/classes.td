// Instructions of X86 with the fields of LLVM 16.
include "../support/x86-instructions.inc"
class Inst<int opcode, int form, string assembly, dag outputs, dag inputs>
    : X86Inst<opcode, form, assembly, outputs, inputs> {
  bit HasVEX_W = false;
  bit IgnoresVEX_W = false;
  bit EVEX_W1_VEX_W0 = false;
  string EVEX2VEXOverride = ?;
  bit notEVEX2VEXConvertible = false;
  bit checkVEXPredicate = false;
}
