// ARGS: --release 22 -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// An operand of type `GIVariadic` is the last one of an instruction that takes any number. A rule is
// `(match …)` and `(apply …)`, or `(combine …)`.
include "actions.td"

def not_last : Rule<(match (G_BUILD_VECTOR $dst, GIVariadic<>:$x, $y)), (apply "a();")>;
def defined : Rule<(match (G_IMPLICIT_DEF GIVariadic<>:$dst)), (apply "a();")>;
def not_variadic : Rule<(match (G_ADD $dst, $x, GIVariadic<>:$y)), (apply "a();")>;
def not_variadic_applied : Rule<(match (G_BUILD_VECTOR $dst, GIVariadic<>:$x)), (apply (G_FNEG $dst, $x))>;
def conflict : Rule<(match (G_BUILD_VECTOR $dst, GIVariadic<>:$x)), (apply (G_BUILD_VECTOR $dst, GIVariadic<2>:$x))>;
def no_minimum : Rule<(match (G_BUILD_VECTOR $dst, GIVariadic<0>:$x)), (apply "a();")>;
def no_range : Rule<(match (G_BUILD_VECTOR $dst, GIVariadic<2, 2>:$x)), (apply "a();")>;
def used_twice : Rule<(match (G_BUILD_VECTOR $y, $x), (G_BUILD_VECTOR $dst, $y, GIVariadic<>:$x)), (apply "a();")>;
def type_of : Rule<(match (G_BUILD_VECTOR $dst, $y, GIVariadic<>:$x)),
                   (apply (G_FNEG GITypeOf<"$x">:$z, $y), (G_FNEG $dst, $z))>;
def fragment : GICombinePatFrag<(outs root:$x), (ins), [(pattern (G_BUILD_VECTOR $x, GIVariadic<>:$y))]>;
def in_fragment : Rule<(match (fragment $dst)), (apply "a();")>;
def no_apply : Rule<(match (G_FNEG $dst, $x))>;
def combine_and_apply : Rule<(combine (G_FNEG $dst, $x), "a();"), (apply "a();")>;
def combine_empty : Rule<(combine)>;
def combine_without_code : Rule<(combine (G_FNEG $dst, $x))>;
def combine_without_pattern : Rule<(combine "a();")>;

def Combiner : GICombiner<"ToyCombiner", [
  not_last, defined, not_variadic, not_variadic_applied, conflict, no_minimum, no_range, used_twice, type_of,
  in_fragment, no_apply, combine_and_apply, combine_empty, combine_without_code, combine_without_pattern
]>;
