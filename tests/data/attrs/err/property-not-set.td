// ARGS: --gen-attrs
include "attributes.inc"

def Cold : EnumAttr<"cold", [FnAttr, ?]>;
