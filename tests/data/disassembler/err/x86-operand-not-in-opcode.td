// ARGS: --gen-disassembler
include "x86.td"
// A number is not in the lowest bits of the opcode.
def A : X86Inst<0x10, AddRegFrm, (outs), (ins i32imm:$x)>;
// LABEL: 42: what the operand is
