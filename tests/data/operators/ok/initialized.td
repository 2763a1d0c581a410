// ARGS: --release 22
// `!initialized`, which releases since 20 have, says whether a value is set (ProgRef of 22.1,
// Appendix A).
class Late<int n> {
  bit isSet = !initialized(n);
}
def late : Late<1>;
def lateUnset : Late<?>;
def values {
  bit setInt = !initialized(5);
  bit unset = !initialized(?);
  bit setList = !initialized([1]);
  bit emptyString = !initialized("");
}
