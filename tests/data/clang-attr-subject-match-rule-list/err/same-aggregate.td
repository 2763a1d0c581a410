// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-subject-match-rule-list
// A subject with a rule has no aggregate of rules.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def A : AttrSubjectMatcherRule<"a", [Var]>;
def B : AttrSubjectMatcherAggregateRule<Var>;
