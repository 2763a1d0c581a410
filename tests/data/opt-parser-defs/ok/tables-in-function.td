// ARGS: --release 24 --gen-opt-parser-defs
// A function returns all tables. Texts are offsets in the string table, and equal rare members are shared.
include "options.inc"
class SubCommand<string name> { string Name = name; string HelpText = ""; string Usage = ""; }
def Seen : OptionVisibility;
def Other : OptionVisibility;
def Quiet : OptionFlag;
def G : OptionGroup<"<g>"> { let HelpText = "Group help"; let Flags = [Quiet, HelpHidden]; }
def x : Option<["-", "--"], "x", KIND_SEPARATE> {
  let Group = G;
  let HelpText = "X help";
  let MetaVarName = "<m>";
  let Values = "a,b";
  let Flags = [HelpHidden];
  let Visibility = [Seen, Other];
}
def y : Option<["-"], "y", KIND_FLAG> {
  let Alias = x;
  let AliasArgs = ["one", "two"];
  let HelpText = "A \"q\" in help";
}
def z : Option<["/", "-"], "z", KIND_FLAG> {
  let Alias = x;
  let AliasArgs = ["one", "two"];
  let MetaVarName = "<m>";
  let HelpText = "";
}
// Only a help text can have no characters.
def u : Option<["-"], "u", KIND_JOINED> { let MetaVarName = ""; let Values = ""; }
def w : Option<["-"], "w", KIND_JOINED>;
def v : Option<["-"], "v", KIND_JOINED> { let HelpTextsForVariants = [HelpTextVariant<[Seen], "Other help">]; }
def c : Option<["-"], "c", KIND_JOINED> { let ValuesCode = "static const char *VALUES_CODE = \"\";"; }
