// TOOL: clang-tblgen
// ARGS: -gen-clang-test-pragma-attribute-supported-attributes
// The list of subjects has a record.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def A : Attr {
  let Spellings = [GNU<"a">];
  let Subjects = SubjectList<?>;
  let Documentation = [Undocumented];
}
