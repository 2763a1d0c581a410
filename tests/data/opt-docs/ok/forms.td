// TOOL: clang-tblgen
// ARGS: -gen-opt-docs
class OptionKind<string name> { string Name = name; }
def KIND_GROUP : OptionKind<"Group">;
def KIND_INPUT : OptionKind<"Input">;
def KIND_UNKNOWN : OptionKind<"Unknown">;
def KIND_FLAG : OptionKind<"Flag">;
def KIND_JOINED : OptionKind<"Joined">;
def KIND_SEPARATE : OptionKind<"Separate">;
def KIND_COMMAJOINED : OptionKind<"CommaJoined">;
def KIND_MULTIARG : OptionKind<"MultiArg">;
def KIND_JOINED_OR_SEPARATE : OptionKind<"JoinedOrSeparate">;
def KIND_JOINED_AND_SEPARATE : OptionKind<"JoinedAndSeparate">;
def KIND_REMAINING_ARGS : OptionKind<"RemainingArgs">;
class OptionFlag;
def HelpHidden : OptionFlag;
class OptionVisibility;
def Default : OptionVisibility;
def Other : OptionVisibility;
class HelpTextVariant<list<OptionVisibility> visibilities, string text> {
  list<OptionVisibility> Visibilities = visibilities;
  string Text = text;
}
class OptionGroup<string name> {
  string Name = name;
  string HelpText;
  OptionGroup Group;
  list<OptionFlag> Flags = [];
  list<OptionVisibility> Visibility = [];
}
class Option<list<string> prefixes, string name, OptionKind kind> {
  string Name = name;
  list<string> Prefixes = prefixes;
  OptionKind Kind = kind;
  int NumArgs = 0;
  string HelpText;
  list<HelpTextVariant> HelpTextsForVariants = [];
  string MetaVarName;
  string Values;
  list<OptionFlag> Flags = [];
  list<OptionVisibility> Visibility = [Default];
  OptionGroup Group;
  Option Alias;
  list<string> AliasArgs = [];
}

def GlobalDocumentation {
  code Intro = [{Options
=======
}];
  string Program = "Toy";
  list<string> VisibilityMask = ["Default"];
  list<string> IgnoreFlags = ["HelpHidden"];
}

def input : Option<[], "<input>", KIND_INPUT>;
def punctuation : Option<["/"], "?", KIND_FLAG>;
def verbose : Option<["-", "--"], "verbose", KIND_FLAG> { let HelpText = "Say *more*"; }
def output : Option<["-"], "o", KIND_JOINED_OR_SEPARATE> { let MetaVarName = "<file>"; }
def output_eq : Option<["--"], "output=", KIND_JOINED> { let Alias = output; }
def incl : Option<["-"], "I", KIND_JOINED>;
def target : Option<["-"], "target", KIND_SEPARATE> { string DocBrief = [{The ``target``.}]; let HelpText = "not shown"; }
def pass : Option<["-"], "Wa,", KIND_COMMAJOINED>;
def args : Option<["--"], "args", KIND_REMAINING_ARGS> { let MetaVarName = "<first>"; }
def arch : Option<["-"], "Xarch_", KIND_JOINED_AND_SEPARATE>;
def three : Option<["-"], "three", KIND_MULTIARG> { let NumArgs = 3; }
def color : Option<["--"], "color=", KIND_JOINED> { let HelpText = "When to colour"; let Values = "auto,always,never"; }
def mode : Option<["--"], "mode=", KIND_JOINED> { let MetaVarName = "<mode>"; let Values = "one"; }
def never : Option<["--"], "no-color", KIND_FLAG> { let Alias = color; let AliasArgs = ["never"]; }
// The same to documentation tools, so that the program is called otherwise.
def g : Option<["-"], "g", KIND_FLAG>;
def g_plus : Option<["-"], "g++", KIND_FLAG>;
def g_eq : Option<["-"], "g=", KIND_JOINED>;
