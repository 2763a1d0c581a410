// ARGS: --gen-asm-writer --asmwriternum=1
// The second writer prints the second dialect and is given the subtarget.
include "classes.td"
include "toy.inc"
def IntelWriter : AsmWriter {
  let AsmWriterClassName = "IntelInstPrinter";
  let Variant = 1;
  let PassSubtarget = 1;
}
def Toy : Target { let AssemblyWriters = [DefaultAsmWriter, IntelWriter]; }

def target : Operand<i16> {
  let PrintMethod = "printTarget";
  let OperandType = "OPERAND_PCREL";
}
def MOV : I<(outs GPR:$d), (ins GPR:$s), "mov{l}\t{$s, $d|$d, $s}">;
def JMP : I<(outs), (ins target:$t), "jmp{|  near} ${t:short}">;
def BR : I<(outs), (ins target:$t), "br $t">;
def : InstAlias<"m{l}\t{$s, $d|$d, $s}", (MOV GPR:$d, GPR:$s)>;
