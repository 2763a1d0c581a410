// TOOL: mlir-tblgen
// ARGS: --release 23 --gen-directive-decl --directives-dialect=Toy
class DirectiveLanguage<string space> {
  string cppNamespace = space;
}
class EnumVal<string n, bit user> {
  string name = n;
  bit isUserValue = user;
}
class Clause<string name, list<EnumVal> values> {
  string enumClauseValue = name;
  list<EnumVal> allowedClauseValues = values;
}
def Toys : DirectiveLanguage<"toys">;
def Order : Clause<"OrderKind", [EnumVal<"unknown", 0>, EnumVal<"by_size", 1>, EnumVal<"by color", 1>]>;
def Plain : Clause<"", []>;
