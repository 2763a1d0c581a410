// ARGS: -I../../../crates/tablewright-test-support/td --gen-global-isel-combiner --combiners=Combiner
// Instructions are matched from the root on; what takes their place is built, or does C++ what it wants.
include "classes.td"

// An operand that is named twice has to be the same, and an immediate is a register with a constant.
def and_same : GICombineRule<(defs root:$dst), (match (G_AND $dst, $x, $x)),
                             (apply (GIReplaceReg $dst, $x))>;
def mul_minus_one : GICombineRule<(defs root:$dst), (match (G_MUL $dst, $x, -1)),
                                  (apply (G_SUB $dst, 0, $x))>;

// A register that only the apply list has gets a type: its own, or one that is inferred.
def add_three : GICombineRule<(defs root:$dst),
  (match (G_ADD $tmp, $x, $y), (G_ADD $dst, $tmp, i32:$z)),
  (apply (G_ADD $inner, $y, $z), (G_ADD $dst, $x, $inner))>;
def typed : GICombineRule<(defs root:$dst), (match (G_ZEXT $dst, $x)),
                          (apply (G_SEXT i64:$new, $x), (G_TRUNC $dst, $new))>;

// A root without results is found by its name, and may be erased.
def dead_store : GICombineRule<(defs root:$store),
  (match (G_IMPLICIT_DEF $x), (G_STORE $x, $address):$store, "return isDead(*${store});"),
  (apply (GIEraseRoot))>;

// Immediates of constants are literal.
def constant : GICombineRule<(defs root:$dst), (match (G_CONSTANT $dst, 7)),
                             (apply (G_CONSTANT $dst, (GITypeOf<"$dst"> 8)))>;

// Code can be all there is; data is handed on to what applies the rule.
def Data : GIDefMatchData<"std::pair<Register, int>">;
def any : GICombineRule<(defs root:$mi, Data:$data),
  (match (wip_match_opcode G_FNEG, G_FABS):$mi, [{ return Helper.match(*${mi},
  ${data}); }]),
  (apply [{ Helper.apply(*${mi}, ${data}); }])>;

// Flags are matched, set, cleared and copied.
def flags : GICombineRule<(defs root:$dst),
  (match (G_FADD $dst, $x, $y, (MIFlags FmReassoc, (not FmNsz, FmArcp))):$add),
  (apply (G_FADD $dst, $y, $x, (MIFlags $add, FmNsz, (not FmReassoc))))>;

// A condition on the subtarget belongs to a rule.
def HasFast : Predicate<"Subtarget->hasFast()"> { bit RecomputePerFunction = false; }
let Predicates = [HasFast] in
def load : GICombineRule<(defs root:$dst), (match (G_LOAD $dst, $address), (COPY $address, $x)),
                         (apply (G_LOAD $dst, $x))>;

def Copies : GICombineGroup<[and_same, load]>;
def Combiner : GICombiner<"ToyCombiner", [
  Copies, mul_minus_one, add_three, typed, dead_store, constant, any, flags
]>;
