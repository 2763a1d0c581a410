// ARGS: --gen-x86-instr-mapping
// LABEL: 10: the field 'hasREX_W' is set here
include "../support/x86-instructions.inc"
// The fields of instructions that a table may have need values.
def X86 : Target;
def A : X86Inst<1, MRMSrcReg, "a", (outs), (ins)> {
  let isAsmParserOnly = true;
  let hasREX_W = ?;
}
def B : X86Inst<1, MRMSrcReg, "b", (outs), (ins)> { let hasREX_W = ?; }
