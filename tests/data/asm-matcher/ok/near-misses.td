// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A parser can ask for all rows that nearly match.
include "toy.inc"
def Flag : Class<"Flag"> { let IsOptional = true; }
def flag : Operand<i16> { let ParserMatchClass = Flag; }
def ADD : I<(outs GPR:$d), (ins GPR:$a, flag:$f), "add $d, $a, $f">;
def NearParser : AsmParser { let ReportMultipleNearMisses = true; }
def Toy : Target { let AssemblyParsers = [NearParser]; }
