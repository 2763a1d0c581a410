// ARGS: --gen-attrs
class EnumAttr;
