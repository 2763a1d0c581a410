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

def G0 : OptionGroup<"g">;
foreach i = 1...8 in def G#i : OptionGroup<"g"#i> { let Group = !cast<OptionGroup>("G"#!sub(i, 1)); }
def a : Option<["-"], "a", KIND_FLAG> { let Group = G8; }
