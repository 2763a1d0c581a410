// The texts to begin with. The example target and its syntax are built-in files.

const REGISTERS = `// Registers, and the class of those that instructions name. Choose a backend on the right.
include "llvm/Target/Target.td"

class Word<bits<16> encoding> : Register<"r" # encoding> {
  let Namespace = "Small";
  let HWEncoding = encoding;
}
foreach i = 0...7 in
  def R#i : Word<i>;

def GPR : RegisterClass<"Small", [i32], 32, (sequence "R%u", 0, 7)>;

// Instructions of 16 bits: an operation and up to three registers.
class Operation<bits<4> operation, string mnemonic> : Instruction {
  bits<16> Inst;
  bits<3> rd;
  bits<3> ra;
  bits<3> rb;
  let Namespace = "Small";
  let Size = 2;
  let Inst{15-12} = operation;
  let Inst{11-9} = rd;
  let Inst{8-6} = ra;
  let Inst{5-3} = rb;
  let Inst{2-0} = 0;
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$ra, GPR:$rb);
  let AsmString = mnemonic # " $rd, $ra, $rb";
}

def ADD : Operation<0b0001, "add">;
def SUB : Operation<0b0010, "sub">;
let isCommutable = true in
  def MUL : Operation<0b0011, "mul">;

def SmallInstrInfo : InstrInfo;
def Small : Target {
  let InstructionSet = SmallInstrInfo;
}
`;

const LANGUAGE = `// The language itself. Put the cursor into a record, and see what became of it.
class Animal<string name, int legs = 4> {
  string Name = name;
  int Legs = legs;
  list<string> Sounds = [];
  string Greeting = !if(!empty(Sounds), Name # " is silent", Name # " says " # !head(Sounds));
}

def Fish : Animal<"the fish", 0>;

multiclass Pet<string name, string sound> {
  def NAME : Animal<name> {
    let Sounds = [sound];
  }
  def NAME # "Puppy" : Animal<"the little " # name> {
    let Sounds = [sound # "?"];
  }
}

defm Dog : Pet<"dog", "woof">;

// A let reaches the records that are defined in it.
let Legs = 3 in
  defm Cat : Pet<"cat", "meow">;

foreach n = ["Ant", "Bee"] in
  def n : Animal<!tolower(n), 6>;
`;

/** The directories of the built-in files, in the order in which `include` searches them. */
export const INCLUDE_DIRS = ["/toy-target", "/toy-target/prelude", "/asm-syntax"];

/** The examples by name, with the backend that shows most of them. */
export const EXAMPLES = [
  { name: "Registers and instructions", text: REGISTERS, backend: "llvm-tblgen gen-register-info" },
  { name: "The language", text: LANGUAGE, backend: "llvm-tblgen print-records" },
  { name: "The example target", path: "/toy-target/Toy.td", backend: "llvm-tblgen gen-instr-info" },
  { name: "The syntax of its operands", path: "/asm-syntax/ToyAsm.td", backend: "llvm-tblgen gen-asm-writer" },
];
