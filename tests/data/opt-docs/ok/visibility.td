// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
// An option is shown if it, or its group, has a visibility of the mask and no flag that is ignored.
include "documentation.inc"
def Early : OptionGroup<"early"> { let Visibility = [Default]; }
def Hidden : OptionGroup<"hidden"> { let Flags = [HelpHidden]; }

def visible_by_group : Option<["-"], "visible-by-group", KIND_FLAG> { let Group = Early; let Visibility = []; }
def hidden_by_group : Option<["-"], "hidden-by-group", KIND_FLAG> { let Group = Hidden; }
def hidden : Option<["-"], "hidden", KIND_FLAG> { let Flags = [HelpHidden]; }
def other : Option<["-"], "other", KIND_FLAG> { let Visibility = [Other]; }
def both : Option<["-"], "both", KIND_FLAG> { let Visibility = [Other, Default]; }
