// ARGS: --gen-disassembler
include "x86.td"
// What operands are is known by their names.
def A : X86Inst<0x10, RawFrm, (outs), (ins strangemem8:$x)>;
// LABEL: 42: what the operand is
