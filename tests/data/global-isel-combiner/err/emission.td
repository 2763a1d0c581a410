// ARGS: --gen-global-isel-combiner --combiners=Combiner
// Mistakes that show when patterns become a table.
include "classes.td"

class Rule<dag match, dag apply> : GICombineRule<(defs root:$dst), match, apply>;
def unreachable : Rule<(match (COPY $dst, $x), (COPY $y, $z):$lost), (apply "apply();")>;
def unreachable_applied : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, $x), (COPY i32:$y, $x))>;
def undefined : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, $y))>;
def defines_live_in : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, $x), (COPY $x, $x))>;
def defines_other : Rule<(match (COPY $dst, $x), (COPY $x, $y)), (apply (COPY $dst, $x), (COPY $x, $y))>;
def no_new_type : Rule<(match (COPY $dst, $x)), (apply (COPY $y, $x), (COPY $dst, $y))>;
def untyped_constant : Rule<(match (COPY $dst, $x)), (apply (G_CONSTANT $dst, 0))>;
def named_immediate : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, 0:$y))>;
def defined_immediate : Rule<(match (COPY $dst, 0:$x), (COPY $x, $y)), (apply "apply();")>;
def no_return : Rule<(match (COPY $dst, $x), "true"), (apply "apply();")>;

def Combiner : GICombiner<"ToyCombiner", [
  unreachable, unreachable_applied, undefined, defines_live_in, defines_other, no_new_type, untyped_constant,
  named_immediate, defined_immediate, no_return
]>;
