// ARGS: --gen-opt-rst -I../opt-parser-defs
include "options.inc"

def output_Group : OptionGroup<"output files">;

def help : Option<["--", "-"], "help", KIND_FLAG> {
  let HelpText = "  Show what there is\n";
}
def output : Option<["-"], "o", KIND_SEPARATE> {
  let HelpText = "Write to a file.";
  let MetaVarName = "<file>";
  let Group = output_Group;
}
def optimize : Option<["-"], "O", KIND_JOINED> {
  let HelpText = "How hard to try";
  let MetaVarName = "level";
  let Values = "0,1,fast";
}
def color : Option<["--"], "color=", KIND_JOINED> { let Values = "always"; }
