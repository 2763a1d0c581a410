// ARGS: --gen-asm-writer
// What an asm string can hold, and how its steps are packed.
include "classes.td"
include "toy.inc"
def Toy : Target;

def target : Operand<i16> {
  let PrintMethod = "printTarget";
  let OperandType = "OPERAND_PCREL";
}
def simm : Operand<i16>;
def mem : Operand<i16> {
  let PrintMethod = "printMem";
  let MIOperandInfo = (ops GPR:$base, simm:$disp);
}

// Three operands: the last two are printed by steps that all three share.
def ADD : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add\t$d, $a, $b">;
def AND : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "and\t$d, $a, $b">;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), "sub\t$d, $a, $b">;
// The operand behind one of two parts is the third.
def LD : I<(outs GPR:$d), (ins mem:$m, simm:$i), "ld\t$d, $m, $i">;
// Text that another text ends with is not stored again.
def D : I<(outs), (ins GPR:$a), "d\t$a">;
def JMP : I<(outs), (ins target:$t), "jmp\t$t">;
// A modifier, a special, braces around a name, and signs that stand for themselves.
def MOD : I<(outs), (ins GPR:$a, GPR:$b), "mod\t${a:low}${b}x ${:comment}, $$5 \\{%\\}">;
def ESC : I<(outs), (ins GPR:$a), "esc\t\"$a\"\\n\\\\">;
// An operand comes first.
def SET : I<(outs GPR:$d), (ins GPR:$a), "$d := $a">;
def NOP : I<(outs), (ins), "nop">;
// There is no text at all, or none in the first dialect.
def NONE : I<(outs), (ins), "">;
def OTHER : I<(outs), (ins), "{|other}">;

// Whoever generates code only prints its instructions, too; but never these.
let isCodeGenOnly = true in
def CG : I<(outs), (ins), "cg">;
def PHI : I<(outs), (ins variable_ops), "PHINODE"> { let Namespace = "TargetOpcode"; }

