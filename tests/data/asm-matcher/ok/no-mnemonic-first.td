// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude --asmparsernum=1
// Where an instruction may begin with an operand, the mnemonic is an operand of rows too.
include "toy.inc"
def Value : Class<"Value"> { let ParserMethod = "parseValue"; }
def value : Operand<i16> { let ParserMatchClass = Value; }
def SET : I<(outs GPR:$d), (ins value:$v), "$d = $v">;
def ADD : I<(outs GPR:$d), (ins GPR:$a), "$d += $a", "">;
def RET : I<(outs), (ins), "ret">;
def GET : I<(outs), (ins value:$v), "r0 = $v">;
def LooseParser : AsmParser { let HasMnemonicFirst = false; let OperandParserMethod = "parseAny"; }
def Toy : Target { let AssemblyParsers = [DefaultAsmParser, LooseParser]; }
