// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// What C++ mentions has to be matched or handed on. The reference crashes.
include "classes.td"

class Rule<dag match, dag apply> : GICombineRule<(defs root:$dst), match, apply>;
def unknown_variable : Rule<(match (COPY $dst, $x)), (apply "apply(${x}, ${y}, $z, \\$u, ${w);")>;
def escaped : Rule<(match (COPY $dst, $x)), (apply "apply(\\$y, \\\\, \\n, ${x});")>;
// A type that no register has.
def no_register_type : Rule<(match (COPY isVoid:$dst, $x)), (apply "apply();")>;
def Combiner : GICombiner<"ToyCombiner", [unknown_variable, escaped, no_register_type]>;
