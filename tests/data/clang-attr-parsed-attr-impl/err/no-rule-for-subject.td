// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// A pragma can apply an attribute only where each subject has a rule.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def A : Attr {
  let Spellings = [GNU<"a">];
  let Subjects = SubjectList<[Var]>;
  let PragmaAttributeSupport = 1;
  let Documentation = [Undocumented];
}
