// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// A subject belongs to one rule.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def R : AttrSubjectMatcherRule<"a", [Var]>;
def S : AttrSubjectMatcherRule<"b", [Var]>;
