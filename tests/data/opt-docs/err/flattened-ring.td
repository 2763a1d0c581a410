// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
include "classes.inc"
def GlobalDocumentation {
  code Intro = [{Options
=======
}];
  string Program = "Toy";
  list<string> VisibilityMask = ["Default"];
  list<string> IgnoreFlags = ["HelpHidden"];
}

def A : OptionGroup<"a"> { let Group = A; bit DocFlatten = 1; }
def a : Option<["-"], "a", KIND_FLAG> { let Group = A; }
