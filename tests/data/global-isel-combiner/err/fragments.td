// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// A fragment is checked where it is used first; what uses it fails, too.
include "classes.td"

class Fragment<dag outs, dag ins, list<dag> alternatives> : GICombinePatFrag<outs, ins, alternatives>;
class Rule<dag match> : GICombineRule<(defs root:$dst), match, (apply "apply();")>;
def check : Fragment<(outs), (ins $a), [(pattern "return true;")]>;
def no_root : Fragment<(outs $a), (ins), [(pattern (COPY $a, $b))]>;
def two_roots : Fragment<(outs root:$a, root:$b), (ins), [(pattern (COPY $a, $b), (COPY $b, $c))]>;
def immediate_out : Fragment<(outs root:$a, gi_imm:$b), (ins), [(pattern (COPY $a, $b))]>;
def defines_in : Fragment<(outs), (ins $a), [(pattern (COPY $a, $b))]>;
def root_in : Fragment<(outs), (ins root:$a), [(pattern "return true;")]>;
def same_ins : Fragment<(outs), (ins $a, $a), [(pattern "return true;")]>;
def undefined_out : Fragment<(outs root:$a), (ins), [(pattern (COPY $b, $a))]>;
def two_results : Fragment<(outs root:$a), (ins), [(pattern (G_UNMERGE_VALUES $a, $b, $c))]>;
def defined_twice : Fragment<(outs root:$a), (ins), [(pattern (COPY $a, $b)), (pattern (COPY $a, $b), (COPY $a, $c))]>;
def any_opcode : Fragment<(outs), (ins), [(pattern (wip_match_opcode COPY))]>;
def builtin : Fragment<(outs), (ins), [(pattern (GIEraseRoot))]>;
def nested : Fragment<(outs), (ins), [(pattern (check $dst))]>;
def type_of : Fragment<(outs root:$a), (ins), [(pattern (COPY $a, GITypeOf<"$a">:$b))]>;
def types : Fragment<(outs root:$a), (ins), [(pattern (COPY i32:$a, $b), (COPY $b, i16:$a))]>;
def param_type : Fragment<(outs), (ins COPY:$a), [(pattern "return true;")]>;
def unnamed_param : Fragment<(outs), (ins gi_mo), [(pattern "return true;")]>;
def operators : Fragment<(ins), (ins), [(pattern "return true;")]>;
def unset_alternative : Fragment<(outs), (ins), [?]>;
def copy : Fragment<(outs root:$a), (ins gi_imm:$b, $c), [(pattern (COPY $a, $b))]>;
def lost : Fragment<(outs root:$a), (ins), [(pattern (COPY $a, $b), (COPY $c, $d):$lost)]>;
def many : Fragment<(outs), (ins $a), [(pattern "return a();"), (pattern "return b();")]>;

def uses_no_root : Rule<(match (no_root $dst))>;
def uses_two_roots : Rule<(match (two_roots $dst, $x))>;
def uses_immediate_out : Rule<(match (immediate_out $dst, $x))>;
def uses_defines_in : Rule<(match (defines_in $dst))>;
def uses_root_in : Rule<(match (root_in $dst))>;
def uses_same_ins : Rule<(match (same_ins $dst, $x))>;
def uses_undefined_out : Rule<(match (undefined_out $dst))>;
def uses_two_results : Rule<(match (two_results $dst))>;
def uses_defined_twice : Rule<(match (defined_twice $dst))>;
def uses_defined_twice_again : Rule<(match (defined_twice $dst))>;
def uses_any_opcode : Rule<(match (any_opcode))>;
def uses_builtin : Rule<(match (builtin))>;
def uses_nested : Rule<(match (nested))>;
def uses_type_of : Rule<(match (type_of $dst))>;
def uses_types : Rule<(match (types $dst))>;
def uses_param_type : Rule<(match (param_type $dst))>;
def uses_unnamed_param : Rule<(match (unnamed_param $dst))>;
def uses_operators : Rule<(match (operators))>;
def uses_unset_alternative : Rule<(match (unset_alternative))>;
def operand_for_immediate : Rule<(match (copy $dst, $x, $y))>;
def named_immediate : Rule<(match (copy $dst, 1:$x, $y))>;
def immediate_for_operand : Rule<(match (copy $dst, 1, 2))>;
def unbound : Rule<(match (copy $dst, 1, $x))>;
def code_root : Rule<(match (check $x):$dst)>;
def unreachable : Rule<(match (COPY $dst, $x), (lost $y))>;
def unreachable_inside : Rule<(match (lost $dst))>;
def applied : GICombineRule<(defs root:$dst), (match (COPY $dst, $x)), (apply (check $x))>;
let MaxPermutations = 1 in def permutations : Rule<(match (COPY $dst, $x), (many $x))>;

def Combiner : GICombiner<"ToyCombiner", [
  uses_no_root, uses_two_roots, uses_immediate_out, uses_defines_in, uses_root_in, uses_same_ins,
  uses_undefined_out, uses_two_results, uses_defined_twice, uses_defined_twice_again, uses_any_opcode,
  uses_builtin, uses_nested, uses_type_of, uses_types, uses_param_type, uses_unnamed_param, uses_operators,
  uses_unset_alternative, operand_for_immediate, named_immediate, immediate_for_operand, unbound, code_root,
  unreachable, unreachable_inside, applied, permutations
]>;
// LABEL: 30: the fragment is used by this rule
// LABEL: 22: the parameter of this fragment
// LABEL: 26: the parameters of the fragment
