// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// A subset is taken from the declarations of a node, not from another subset.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def Local : SubsetSubject<Var, [{true}], "a">;
def Inner : SubsetSubject<Local, [{true}], "b">;
def A : Attr {
  let Spellings = [GNU<"a">];
  let Subjects = SubjectList<[Inner]>;
  let Documentation = [Undocumented];
}
