// ARGS: --gen-attrs
include "attributes.inc"

multiclass Attributes {
  def Cold : EnumAttr<?, [FnAttr]>;
}
defm My : Attributes;
