// ARGS: --gen-asm-writer
// What has to hold for an alias to be printed.
include "classes.td"
include "toy.inc"
def Writer : AsmWriter { let PassSubtarget = 1; }
def Toy : Target { let AssemblyWriters = [Writer]; }

def FeatureA : SubtargetFeature<"a", "HasA", "true", "">;
def FeatureB : SubtargetFeature<"b", "HasB", "true", "">;
def FeatureC : SubtargetFeature<"c", "HasC", "true", "">;
class Asm<dag condition> : Predicate<"">, AssemblerPredicate<condition>;
def CodeGenOnly : Predicate<"">;
def HasAll : Asm<(all_of FeatureA, (not FeatureB))>;
def HasAny : Asm<(any_of FeatureA, (any_of FeatureB, (not FeatureC)))>;

def LOW : RegisterClass<"Toy", [i16], 16, (add R0, R1)>;
def lowop : RegisterOperand<LOW, "printLow">;
def gprop : RegisterOperand<GPR>;
def simm : Operand<i16>;
def imm8 : Operand<i16> {
  let PrintMethod = "printImm8";
  let MCOperandPredicate = [{
    return MCOp.isImm() && isInt<8>(MCOp.getImm());
  }];
}
def target : Operand<i16> {
  let PrintMethod = "printTarget";
  let OperandType = "OPERAND_PCREL";
}
def mem : Operand<i16> { let MIOperandInfo = (ops GPR:$base, simm:$disp); }
def MemClass : AsmOperandClass { let Name = "Mem"; }
def wholemem : Operand<i16> {
  let PrintMethod = "printMem";
  let MIOperandInfo = (ops GPR:$base, simm:$disp);
  let ParserMatchClass = MemClass;
}
def optional : OptionalDefOperand<i16, (ops GPR), (ops zero_reg)>;

def ADD : I<(outs GPR:$d), (ins GPR:$a, simm:$i), "add $d, $a, $i">;
def INC : I<(outs GPR:$d), (ins GPR:$s, simm:$i), "inc $d, $i"> {
  let Constraints = "$d = $s";
}
def LD : I<(outs gprop:$d), (ins mem:$m), "ld $d, $m">;
def ST : I<(outs), (ins lowop:$s, wholemem:$m), "st $s, $m">;
def OPT : I<(outs GPR:$d), (ins optional:$o, simm:$i), "opt $d, $o, $i">;
def JMP : I<(outs), (ins target:$t, target:$u), "jmp $t, $u">;

// Fixed registers, a number, and the same register twice.
def : InstAlias<"nop", (ADD R0, R0, 0), 3>;
def : InstAlias<"neg $d", (ADD GPR:$d, GPR:$d, -1), 2>;
def : InstAlias<"bits $d", (ADD GPR:$d, R1, 0b101), 2>;
// A smaller class, another operand of the same type, a method and a predicate.
def : InstAlias<"a.low $d, $a, ${i}!", (ADD LOW:$d, GPR:$a, imm8:$i)>;
// The tied operand is not given.
def : InstAlias<"inc ${d}{1|2} \\{$i\\}", (INC GPR:$d, imm8:$i)>;
// Parts of an operand: each by itself, and all of them at once.
def : InstAlias<"ld0 $d, $b", (LD GPR:$d, GPR:$b, 0)>;
def : InstAlias<"ldm $d, ${m.base}+${m.disp}", (LD gprop:$d, mem:$m)>;
def : InstAlias<"stm $s, $m", (ST lowop:$s, wholemem:$m)>;
// No register; what depends on features.
def : InstAlias<"none $d $i", (OPT GPR:$d, zero_reg, simm:$i)>;
def : InstAlias<"fixed $d $i", (OPT GPR:$d, R2, simm:$i)>;
let Predicates = [HasAll, CodeGenOnly, HasAny] in
def : InstAlias<"jump $t", (JMP target:$t, target:$t)>;

// Not printed: longer than the instruction, of no priority, and as good as each other.
def : InstAlias<"jump to $t $u now", (JMP target:$t, simm:$u)>;
def : InstAlias<"never", (ADD R1, R1, 1), 0>;
def : InstAlias<"one", (ADD R2, R2, 2)>;
def : InstAlias<"two", (ADD R2, R2, 2)>;
