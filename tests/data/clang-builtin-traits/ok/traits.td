// TOOL: clang-tblgen
// ARGS: --release 24 -gen-clang-builtin-traits
// Traits are in the order of their definitions, and in enumerations by kind.
include "classes.inc"

def KEY_ALL : TokenKey<1>;
def KEY_CXX : TokenKey<2>;
def SizeOf : CXX11UnaryExprOrTypeTrait<"toy_sizeof", [KEY_CXX]>;
def Weight : UnaryExprOrTypeTrait<"toy_weight", [KEY_ALL, KEY_CXX]>;
def Zebra : UnaryTrait<"__is_zebra", [KEY_CXX], "is_zebra">;
def Same : BinaryTrait<"__same", [KEY_CXX]>;
def Animal : UnaryTrait<"__is_animal", []>;
def SameAs : Alias<"__same_as", Same, [KEY_ALL]>;
def Rank : ArrayTrait<"__rank", [KEY_CXX]>;
