// Numbers: wrapping, signs, shifts, comparisons of bits, integers, strings and records.
class R; def r : R; def s : R;
def v {
  int add = !add(1, 2, 3, 4); int sub = !sub(1, 5); int mul = !mul(-3, 4, 2); int div = !div(-7, 2);
  int wrap = !add(0x7fffffffffffffff, 1); int and = !and(0b1100, 0b1010, 0b1111); int or = !or(8, 1, 2); int xor = !xor(6, 3);
  int shl = !shl(1, 4); int sra = !sra(-16, 2); int srl = !srl(-1, 60); int not = !not(0); int nn = !not(5); int log = !logtwo(1000);
  bit eq = !eq(0b11, 3); bit ne = !ne("a", "b"); bit lt = !lt("a", "b"); bit le = !le(2, 2); bit gt = !gt(-1, 0); bit ge = !ge("z", "za");
  bit req = !eq(r, r); bit rne = !ne(r, s);
}
