// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// The lists of a rule have to fit together.
include "classes.td"

class Rule<dag match, dag apply> : GICombineRule<(defs root:$dst), match, apply>;
def Data : GIDefMatchData<"int">;
def Kind : GIDefKind;
def KindWithArgs : GIDefKindWithArgs;
def no_defs : GICombineRule<(match root:$dst), (match (COPY $dst, $x)), (apply "apply();")>;
def two_roots : GICombineRule<(defs root:$dst, root:$x), (match (COPY $dst, $x)), (apply "apply();")>;
def kind : GICombineRule<(defs Kind:$dst), (match (COPY $dst, $x)), (apply "apply();")>;
def kind_with_args : GICombineRule<(defs KindWithArgs:$dst), (match (COPY $dst, $x)), (apply "apply();")>;
def no_kind : GICombineRule<(defs COPY:$dst), (match (COPY $dst, $x)), (apply "apply();")>;
def no_root : GICombineRule<(defs root:$y), (match (COPY $dst, $x)), (apply "apply();")>;
def root_not_defined : GICombineRule<(defs root:$x), (match (COPY $dst, $x)), (apply "apply();")>;
def code_root : Rule<(match "return true;":$dst), (apply "apply();")>;
def defined_twice : Rule<(match (COPY $dst, $x), (COPY $dst, $y)), (apply "apply();")>;
def named_twice : Rule<(match (COPY $dst, $x):$a, (COPY $x, $y):$a), (apply "apply();")>;
def applied_twice : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, $y):$a, (COPY $y, $x):$a)>;
def types : Rule<(match (COPY i32:$dst, $x)), (apply (COPY i16:$dst, $x))>;
def unmatched_type : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, (GITypeOf<"$y"> 0)))>;
def type_of_in_match : Rule<(match (COPY $dst, GITypeOf<"$dst">:$x)), (apply (COPY $dst, $x))>;
def root_without_def : Rule<(match (G_STORE $x, $y):$dst), (apply (COPY $z, $x))>;
def not_defined_again : Rule<(match (COPY $dst, $x)), (apply (COPY $y, $x))>;
def false_root : Rule<(match (COPY $y, $x):$dst), (apply (COPY $z, $x):$dst, (COPY $y, $z))>;
def any_opcode_twice : Rule<(match (wip_match_opcode COPY):$dst, (wip_match_opcode COPY)), (apply "a();")>;
def any_opcode_applied : Rule<(match (COPY $dst, $x)), (apply (wip_match_opcode COPY))>;
def any_opcode_besides : Rule<(match (COPY $dst, $x), (wip_match_opcode COPY)), (apply "a();")>;
def any_opcode_and_patterns : Rule<(match (wip_match_opcode COPY):$dst), (apply (COPY $x, $y):$dst)>;
def mixed : Rule<(match (COPY $dst, $x)), (apply "apply();", (COPY $dst, $x))>;
def data_unused : GICombineRule<(defs root:$dst, Data:$data), (match (COPY $dst, $x)), (apply (COPY $dst, $x))>;
def copied_in_match : Rule<(match (COPY $dst, $x, (MIFlags $a))), (apply "apply();")>;
def copied_from_nothing : Rule<(match (COPY $dst, $x)), (apply (COPY $dst, $x, (MIFlags $a)))>;
def copied_from_code : Rule<(match (COPY $dst, $x), "return true;":$a), (apply (COPY $dst, $x, (MIFlags $a)))>;
def erase_with_def : Rule<(match (COPY $dst, $x)), (apply (GIEraseRoot))>;
def erase_and_more : Rule<(match (COPY $dst, $x)), (apply (GIEraseRoot), (COPY $dst, $x))>;
def replace_other : Rule<(match (COPY $dst, $x), (COPY $x, $y)), (apply (GIReplaceReg $x, $y), (COPY $dst, $y))>;
def replace_unmatched : Rule<(match (COPY $dst, $x)), (apply (GIReplaceReg $y, $x), (COPY $dst, $x))>;
def builtin_matched : Rule<(match (GIReplaceReg $dst, $x)), (apply "apply();")>;

def Combiner : GICombiner<"ToyCombiner", [
  no_defs, two_roots, kind, kind_with_args, no_kind, no_root, root_not_defined, code_root, defined_twice,
  named_twice, applied_twice, types, unmatched_type, type_of_in_match, root_without_def,
  not_defined_again, false_root, any_opcode_twice, any_opcode_applied, any_opcode_besides,
  any_opcode_and_patterns, mixed, data_unused, copied_in_match, copied_from_nothing, copied_from_code,
  erase_with_def, erase_and_more, replace_other, replace_unmatched, builtin_matched
]>;
