// TOOL: clang-tblgen
// ARGS: -gen-clang-attr-parsed-attr-impl
// Code in an option of the language takes the place of its name, which is reported.
include "../support/attr-classes.inc"
def Var : DeclNode<?, "variables">;
def Both : LangOpt<"Name", [{!LangOpts.Other}]>;
def A : Attr {
  let Spellings = [GNU<"a">];
  let LangOpts = [Both];
  let Documentation = [Undocumented];
}
