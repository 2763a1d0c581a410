// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// Each rule is checked by itself, so that one run finds the mistakes of all of them.
include "classes.td"

class Rule<dag match, dag apply> : GICombineRule<(defs root:$dst), match, apply>;
def operand_count : Rule<(match (COPY $dst)), (apply (COPY $dst, $x))>;
def operand_count_variadic : Rule<(match (G_BUILD_VECTOR $dst)), (apply (COPY $dst, $x))>;
def no_type : Rule<(match (COPY $dst, not:$x)), (apply (COPY $dst, $x))>;
def no_immediate_type : Rule<(match (COPY $dst, (COPY 0))), (apply (COPY $dst, 1))>;
def two_values : Rule<(match (COPY $dst, (i32 0, 1):$x)), (apply (COPY $dst, 1))>;
def no_name : Rule<(match (COPY $dst, i32)), (apply (COPY $dst, 1))>;
def immediate_defined : Rule<(match (COPY (i32 0), $dst)), (apply (COPY $dst, 1))>;
def text_operand : Rule<(match (COPY $dst, "x")), (apply (COPY $dst, 1))>;
def type_of_nothing : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, (GITypeOf<"x"> 0)))>;
def no_pattern : Rule<(match (not $dst)), (apply (COPY $dst, 1))>;
def no_opcode : Rule<(match (wip_match_opcode not):$dst), (apply "apply();")>;
def empty_match : Rule<(match), (apply "apply();")>;
def other_list : Rule<(apply (COPY $dst, $x)), (apply "apply();")>;
def flags_twice : Rule<(match (COPY $dst, $x, (MIFlags FmNsz), (MIFlags FmNsz))), (apply "apply();")>;
def no_flag : Rule<(match (COPY $dst, $x, (MIFlags not))), (apply "apply();")>;
def no_negated_flag : Rule<(match (COPY $dst, $x, (MIFlags (not 1)))), (apply "apply();")>;
def flags_of_builtin : Rule<(match (COPY $dst, $x)), (apply (GIReplaceReg $dst, $x, (MIFlags FmNsz)))>;
def builtin_immediate : Rule<(match (COPY $dst, $x)), (apply (GIReplaceReg $dst, 1))>;

def Combiner : GICombiner<"ToyCombiner", [
  operand_count, operand_count_variadic, no_type, no_immediate_type, two_values, no_name,
  immediate_defined, text_operand, type_of_nothing, no_pattern, no_opcode, empty_match,
  other_list, flags_twice, no_flag, no_negated_flag, flags_of_builtin, builtin_immediate
]>;
