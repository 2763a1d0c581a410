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
