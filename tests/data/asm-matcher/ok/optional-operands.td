// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An operand may be left out: its default is added, and the places of those behind it vary.
include "toy.inc"
def Flag : Class<"Flag"> { let IsOptional = true; let DefaultMethod = "noFlag"; }
def Mode : Class<"Mode"> { let IsOptional = true; let ParserMethod = "parseMode"; }
def Shift : Class<"Shift"> { let ParserMethod = "parseShift"; }
class Op<AsmOperandClass ofClass> : Operand<i16> { let ParserMatchClass = ofClass; }
def flag : Op<Flag>;
def mode : Op<Mode>;
def shift : Op<Shift>;
def ADD : I<(outs GPR:$d), (ins GPR:$a, flag:$f, mode:$m, shift:$s), "add$f $d, $a, $m, $s">;
def Toy : Target;
