// ARGS: --gen-opt-parser-defs
include "options.inc"

def INPUT : Option<[], "<input>", KIND_INPUT>;
def UNKNOWN : Option<[], "<unknown>", KIND_UNKNOWN>;

def DriverVis : OptionVisibility;

// What a group has set, its options have too.
def output_Group : OptionGroup<"output"> {
  let HelpText = "Options for the output";
  let Visibility = [DriverVis];
}
def debug_Group : OptionGroup<"debugging"> {
  let EnumName = "g_Group";
  let Group = output_Group;
  let Flags = [HelpHidden];
}

def output : Option<["-"], "o", KIND_SEPARATE> {
  let HelpText = "Write output to \"file\"";
  let MetaVarName = "<file>";
  let Group = output_Group;
}
// A longer name comes before its beginnings, and prefixes are numbered as they are met.
def output_eq : Option<["--", "-"], "output=", KIND_JOINED> { let Alias = output; }
def optimize : Option<["-"], "O", KIND_JOINED> {
  let Values = "0,1,2,fast";
  let Group = debug_Group;
}
def o_two : Option<["-"], "o2", KIND_FLAG> {
  let Alias = optimize;
  let AliasArgs = ["2", "fast"];
}
def target_cpu : Option<["--"], "cpu", KIND_SEPARATE> {
  let ValuesCode = [{static const char VALUES_CODE[] = "a,b";}];
}
def pair : Option<["/"], "pair", KIND_MULTIARG> {
  let NumArgs = 2;
  let HelpText = "Two arguments";
  let HelpTextsForVariants = [HelpTextVariant<[DriverVis], "Two files">];
}

// Options that belong to a field of the program, in order of definition.
def verbose : Option<["-"], "v", KIND_FLAG> {
  let KeyPath = "Opts.Verbose";
  let DefaultValue = "false";
  let Normalizer = "normalizeSimpleFlag";
  let Denormalizer = "denormalizeSimpleFlag";
  let ShouldAlwaysEmit = true;
}
def level : Option<["--"], "level=", KIND_JOINED> {
  let Values = "low,high";
  let NormalizedValues = ["Low", "High"];
  let NormalizedValuesScope = "Level";
  let KeyPath = "Opts.Level";
  let DefaultValue = "Low";
  let ImpliedCheck = "Opts.Verbose";
  let ImpliedValue = "High";
  let Normalizer = "normalizeSimpleEnum";
  let Denormalizer = "denormalizeSimpleEnum";
  let MacroPrefix = "TOY_";
}
