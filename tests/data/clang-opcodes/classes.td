class Type;
class ArgType<string name, bit by_reference = 0> { string Name = name; bit AsRef = by_reference; }
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
}
def Bool : Type;
def Int : Type;
def Ptr : Type;
