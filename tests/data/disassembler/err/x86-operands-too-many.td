// ARGS: --gen-disassembler
include "x86.td"
// There is room for six operands.
def A : X86Inst<0x10, RawFrm, (outs),
                (ins GR8:$a, GR8:$b, GR8:$c, GR8:$d, GR8:$e, GR8:$f, GR8:$g)>;
// LABEL: 9: the field 'InOperandList' is set here
