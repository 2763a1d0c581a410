// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-subject-match-rule-list
// A subject belongs to one rule.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def A : AttrSubjectMatcherRule<"a", [Var]>;
def B : AttrSubjectMatcherRule<"b", [Var]>;
