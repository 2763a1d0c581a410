// ARGS: --gen-opt-parser-defs
class OptionKind {
  string Name = "Flag";
  int Precedence = 0;
  bit Sentinel = false;
}
def KIND_FLAG : OptionKind;
class OptionGroup;
class Option {
  string Name = "level";
  OptionKind Kind = KIND_FLAG;
}
def level : Option;
