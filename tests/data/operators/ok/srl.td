// `!srl` shifts to the right and fills with zeros (ProgRef, Appendix A).
class Late<int n> {
  int shifted = !srl(1024, n);
}
def values : Late<3> {
  int positive = !srl(16, 2);
  int negative = !srl(-1, 60);
  int byNone = !srl(-5, 0);
  int all = !srl(-5, 63);
}
