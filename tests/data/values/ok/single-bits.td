// ARGS: --release 23
// A bit of an operation of type `bit` is the operation itself (ProgRef, "Values").
class C<bit val, list<bit> l> {
  bits<2> word;
  let word{0} = !cond(val: 1, true: 0);
  let word{1} = !foldl(val, l, a, b, !cast<bit>(!or(a, b)));
}
class D<bit v> : C<v, [0, 1]>;
def d : D<0>;
