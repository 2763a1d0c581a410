// ARGS: --gen-searchable-tables
// Instructions are ordered as they are numbered: those of all targets first, then
// pseudo-instructions, then the others.
include "classes.td"

class Target;
def Toy : Target;
class Instruction {
  string Namespace = "Toy";
  bit isPseudo = 0;
}
let Namespace = "TargetOpcode", isPseudo = 1 in {
  def PHI : Instruction;
  def INLINEASM : Instruction;
  def INLINEASM_BR : Instruction;
  def COPY : Instruction;
}
class Speed<bits<4> cycles> {
  Instruction Opcode = !cast<Instruction>(NAME);
  bits<4> Cycles = cycles;
}
def ADD : Instruction, Speed<1>;
def NOP : Instruction;
def SUB : Instruction, Speed<2>;
def SELECT : Instruction, Speed<5> { let isPseudo = 1; }

// NOP stands between the others.
def Speeds : GenericTable {
  let FilterClass = "Speed";
  let Fields = ["Opcode", "Cycles"];
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "lookupSpeed";
  let PrimaryKeyEarlyOut = 1;
}

class Even {
  Instruction Opcode = !cast<Instruction>(!substr(NAME, 1));
}
def _SELECT : Even;
def _ADD : Even;
def _NOP : Even;
def Evens : GenericTable {
  let FilterClass = "Even";
  let Fields = ["Opcode"];
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "getEven";
}

// Two with numbers that follow each other, and one without a number of the target's own.
class Inline<Instruction opcode> {
  Instruction Opcode = opcode;
}
def : Inline<INLINEASM_BR>;
def : Inline<INLINEASM>;
def Inlines : GenericTable {
  let FilterClass = "Inline";
  let Fields = ["Opcode"];
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "getInline";
}
