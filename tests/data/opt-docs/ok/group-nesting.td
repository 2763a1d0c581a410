// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
// A group is a section, and a group in it a section below; a flattened group adds its options to the
// group around it, and a group without options is left out.
include "documentation.inc"
def Outer : OptionGroup<"outer"> { string DocName = "Outer options"; string DocBrief = [{About these.}]; }
def Inner : OptionGroup<"inner [x]"> { let Group = Outer; let HelpText = "in | them"; }
def Flat : OptionGroup<"flat"> { let Group = Inner; bit DocFlatten = 1; }
def Empty : OptionGroup<"empty">;

def outer : Option<["-"], "outer", KIND_FLAG> { let Group = Outer; }
def flat : Option<["-"], "flat", KIND_FLAG> { let Group = Flat; }
