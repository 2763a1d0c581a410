// ARGS: --gen-opt-parser-defs
class OptionGroup;
