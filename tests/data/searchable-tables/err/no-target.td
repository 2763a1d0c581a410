// ARGS: --gen-searchable-tables
include "classes.td"
class Target;
class Instruction;
def ADD : Instruction;
