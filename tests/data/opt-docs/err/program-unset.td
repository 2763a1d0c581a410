// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "classes.inc"
def GlobalDocumentation {
  code Intro = [{Options
=======
}];
  string Program = ?;
  list<string> VisibilityMask = ["Default"];
  list<string> IgnoreFlags = ["HelpHidden"];
}
def a : Option<["-"], "a", KIND_FLAG>;