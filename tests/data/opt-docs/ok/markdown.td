// TOOL: clang-tblgen
// ARGS: --release 24 -gen-opt-docs
// From release 24 on, the page is Markdown. Forms of options have no escapes, and code in a help text is escaped as
// other text is.
include "documentation.inc"
def Outer : OptionGroup<"outer <x>"> { string DocName = "Outer *options*"; string DocBrief = [{About <these>.}]; }
def Inner : OptionGroup<"inner [x]"> { let Group = Outer; let HelpText = "in | *them* <x>"; }
def Innermost : OptionGroup<"innermost"> { let Group = Inner; }

def plain : Option<["-", "--"], "a*b", KIND_JOINED> { let HelpText = "A *star* `in *code*` \\ _and_ more"; }
def named : Option<["-"], "named=", KIND_JOINED> {
  let MetaVarName = "<kind>";
  let Values = "a,*b,<c>";
  let HelpText = "Choose <kind>";
}
def named_too : Option<["-"], "named", KIND_SEPARATE> { let Group = Outer; }
def silent : Option<["-"], "silent", KIND_FLAG> { let Group = Inner; }
def variant : Option<["-"], "variant", KIND_FLAG> {
  let Group = Innermost;
  let HelpTextsForVariants = [HelpTextVariant<[Default], "for <you>">];
}
