// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// Every subject has words for messages. All that have none are reported.
include "../support/attr-classes.inc"
def Var : DeclNode<?>;
def Field : DeclNode<Var>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let Subjects = SubjectList<[Var, Field]>;
  let Documentation = [Undocumented];
}
