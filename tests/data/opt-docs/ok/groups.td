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

def Outer : OptionGroup<"outer"> { string DocName = "Outer options"; string DocBrief = [{About these.}]; }
def Inner : OptionGroup<"inner [x]"> { let Group = Outer; let HelpText = "in | them"; }
def Flat : OptionGroup<"flat"> { let Group = Inner; bit DocFlatten = 1; }
def Empty : OptionGroup<"empty">;
def Early : OptionGroup<"early"> { let Visibility = [Default]; }
def Hidden : OptionGroup<"hidden"> { let Flags = [HelpHidden]; }

// Forms that turn an option off are shown with it.
def fcheck : Option<["-"], "fcheck", KIND_FLAG> { let Group = Flat; }
def fno_check : Option<["-"], "fno-check", KIND_FLAG> { let Group = Flat; }
def no_run : Option<["--"], "no-run", KIND_FLAG> { let Group = Outer; }
def run : Option<["--"], "run", KIND_FLAG> { let Group = Outer; }
def fno_other : Option<["-"], "fno-other", KIND_FLAG> { let Group = Outer; }

// Who sees it can be said by its group.
def early : Option<["-"], "early", KIND_FLAG> { let Group = Early; let Visibility = []; }
def hidden : Option<["-"], "hidden", KIND_FLAG> { let Group = Hidden; }
def secret : Option<["-"], "secret", KIND_FLAG> { let Flags = [HelpHidden]; }
def other : Option<["-"], "other", KIND_FLAG> { let Visibility = [Other]; }
def both : Option<["-"], "both", KIND_FLAG> {
  let Visibility = [Other, Default];
  let HelpText = "for all";
  let HelpTextsForVariants = [HelpTextVariant<[Other], "for others">, HelpTextVariant<[Other, Default], "for toys">];
}
