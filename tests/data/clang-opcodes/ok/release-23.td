// TOOL: clang-tblgen
// ARGS: --release 23 -gen-clang-opcodes
// Opcodes that cannot fail, or need no position; before 23 that made no difference.
class Type;
def Bool : Type;
class ArgType<string name, bit asRef = 0> { string Name = name; bit AsRef = asRef; }
class TypeClass<list<Type> types> { list<Type> Types = types; }
class Opcode {
  list<TypeClass> Types = [];
  list<ArgType> Args = [];
  string Name = "";
  bit CanReturn = 0;
  bit ChangesPC = 0;
  bit HasCustomLink = 0;
  bit HasCustomEval = 0;
  bit HasGroup = 0;
  bit CanFail = 1;
  bit NeedsOpPC = 1;
}
def Add : Opcode { let Types = [TypeClass<[Bool]>]; let HasGroup = 1; }
def Const : Opcode { let Args = [ArgType<"Floating", 1>, ArgType<"int">]; let CanFail = 0; let NeedsOpPC = 0; }
def Pop : Opcode { let CanFail = 0; let NeedsOpPC = 0; }
def Return : Opcode { let CanReturn = 1; }
// The reference knows this one by its name.
def EndSpeculation : Opcode { let CanFail = 0; }
