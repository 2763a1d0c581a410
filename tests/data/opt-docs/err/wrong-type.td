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
  int HelpText = 1;
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
def a : Option<["-"], "a", KIND_FLAG>;
