// ARGS: --gen-opt-parser-defs
include "options.inc"

def level : Option<["-"], "level", KIND_JOINED> {
  let Values = "low,high";
  let ValuesCode = [{ static const char VALUES_CODE[] = "a"; }];
}
// LABEL: 5: the field 'Values' is set here
// LABEL: 6: the field 'ValuesCode' is set here
