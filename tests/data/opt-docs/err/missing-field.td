// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
class OptionGroup;
class Option { string Name = "a"; }
def a : Option;

def GlobalDocumentation {
  code Intro = [{Options
=======
}];
  string Program = "Toy";
  list<string> VisibilityMask = ["Default"];
  list<string> IgnoreFlags = ["HelpHidden"];
}
