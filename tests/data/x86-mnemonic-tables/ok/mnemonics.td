// ARGS: --gen-x86-mnemonic-tables -asmwriternum=1
include "../support/x86-instructions.inc"
// Instructions are told by the mnemonic that the writer's dialect has for them.
def IntelWriter : AsmWriter { let Variant = 1; }
def X86 : Target { let AssemblyWriters = [DefaultWriter, IntelWriter]; }

class Text<string assembly, int form = 1> : X86Inst<0, form, assembly, (outs), (ins)>;
def ADD32rr : Text<"add{l}\t{$src, $dst|$dst, $src}">;
def ADD64rr : Text<"add{q}\t{$src, $dst|$dst, $src}">;
def JCC_1 : Text<"j${cond}\t$dst">;
def MOVSD : Text<"{movsl\t$src|movsd\t$src}">;
def CODEGEN : Text<"codegen"> { let isCodeGenOnly = true; }
def FORCED : Text<"forced"> { let isCodeGenOnly = true; let ForceDisassemble = true; }
def PARSED : Text<"parsed"> { let isAsmParserOnly = true; }
def UNPARSED : Text<"unparsed"> { let AsmVariantName = "NonParsable"; }
def PSEUDO : Text<"pseudo", 0>;
def LOCK_PREFIX : Text<"lock", 10>;
def OTHER : Instruction;
