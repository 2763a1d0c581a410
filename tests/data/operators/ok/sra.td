// `!sra` shifts to the right and keeps the sign (ProgRef, Appendix A).
class Late<int n> {
  int shifted = !sra(-1024, n);
}
def values : Late<3> {
  int positive = !sra(16, 2);
  int negative = !sra(-16, 2);
  int byNone = !sra(-5, 0);
  int all = !sra(-5, 63);
}
