// TOOL: clang-tblgen
// ARGS: -gen-clang-builtins
class Attribute<string mangling> { string Mangling = mangling; }
class IndexedAttribute<string mangling, int index> : Attribute<mangling> { int Index = index; }
def NoThrow : Attribute<"n">;
def Const : Attribute<"c">;
class Printf<int index> : IndexedAttribute<"p", index>;

class Builtin {
  list<string> Spellings;
  list<Attribute> Attributes = [];
  string Prototype;
  string Namespace;
  bit RequiresUndef = 0;
}
class AtomicBuiltin : Builtin;
class LibBuiltin<string header, string languages = "ALL_LANGUAGES"> : Builtin {
  string Header = header;
  string Languages = languages;
  bit AddBuiltinPrefixedAlias = 0;
  bit OnlyBuiltinPrefixedAliasIsConstexpr = 0;
}
class LangBuiltin<string languages> : Builtin { string Languages = languages; }
class TargetBuiltin : Builtin { string Features = ""; }
class Template<list<string> substitutions, list<string> affixes, bit asPrefix = 0> {
  list<string> Substitutions = substitutions;
  list<string> Affixes = affixes;
  bit AsPrefix = asPrefix;
}
class CustomEntry { string Entry; }

def A : Builtin, Template<["int", "float"], [""]> { let Spellings = ["a"]; let Prototype = "T()"; }
