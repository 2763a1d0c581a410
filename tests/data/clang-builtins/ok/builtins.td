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

def Abs : Builtin {
  let Spellings = ["__builtin_abs", "__builtin_magnitude"];
  let Attributes = [NoThrow, Const];
  let Prototype = "int(int)";
}
def AtomicAdd : AtomicBuiltin {
  let Spellings = ["__atomic_add"];
  let Prototype = "void(...)";
}
def PrintF : LibBuiltin<"stdio.h"> {
  let Spellings = ["printf"];
  let Attributes = [Printf<0>];
  let Prototype = "int(char const* restrict, ...)";
  let AddBuiltinPrefixedAlias = 1;
  let OnlyBuiltinPrefixedAliasIsConstexpr = 1;
}
def Move : LibBuiltin<"sys/my-utility_x.h", "CXX_LANG"> {
  let Spellings = ["move"];
  let Prototype = "void&(void&)";
  let Namespace = "std";
  let RequiresUndef = 1;
}
def Pipe : LangBuiltin<"OCL_PIPE"> {
  let Spellings = ["read_pipe"];
  let Prototype = "_ExtVector<4, float>(_ExtVector<2,int>, unsigned long long int*)";
}
def Crc : TargetBuiltin, Template<["unsigned char", "unsigned int"], ["_b", "_w"]> {
  let Spellings = ["__builtin_crc"];
  let Prototype = "T(T, _Constant T const*)";
  let Features = "crc,64bit";
}
def Round : Builtin, Template<["float", "double"], ["f", "d"], 1> {
  let Spellings = ["round"];
  let Prototype = "T(_Complex T volatile*)";
}
def Custom : CustomEntry { let Entry = "LIBBUILTIN(custom, \"\", \"f\", MY_H, ALL_LANGUAGES)"; }
