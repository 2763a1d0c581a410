// TOOL: clang-tblgen
// ARGS: -gen-clang-opcodes
include "classes.td"

def Numbers : TypeClass<[Bool, Int]>;
def All : TypeClass<[Bool, Int, Ptr]>;
def ArgFloat : ArgType<"Floating", 1>;
def ArgBool : ArgType<"bool">;

// One of each type, and a function that chooses by the type.
def Add : Opcode { let Types = [Numbers]; let HasGroup = 1; }
// Two types, with arguments.
def Cast : Opcode { let Types = [Numbers, All]; let Args = [ArgFloat, ArgBool]; let HasGroup = 1; }
// Evaluated and linked by hand; the name is not that of the record.
def RetAny : Opcode {
  let Name = "Ret";
  let Types = [All];
  let CanReturn = 1;
  let ChangesPC = 1;
  let HasGroup = 1;
  let HasCustomEval = 1;
}
def Jump : Opcode { let Args = [ArgBool]; let ChangesPC = 1; let HasCustomLink = 1; }
