// ARGS: --release 22
// `!sort` and `!switch` are unknown before 23 (ProgRef of 22.1, Appendix A).
def op;
def e { int x = !switch(1, 1: 2, 3); }
def f { list<int> x = !sort(i, [2, 1], i); }
