// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// A target selects spellings of the attribute.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def Target : TargetArch<["arm"]>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let TargetSpecificSpellings = [TargetSpecificSpelling<Target, [GNU<"b">]>];
  let Documentation = [Undocumented];
}
