// ARGS: --gen-opt-parser-defs
include "options.inc"

def level : Option<["-"], "level", KIND_JOINED> {
  let HelpTextsForVariants = [
    HelpTextVariant<[DefaultVis, DefaultVis, DefaultVis], "many">
  ];
}
