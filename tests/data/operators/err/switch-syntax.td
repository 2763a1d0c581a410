// ARGS: --release 23
// `!switch` has a key, cases and a default. The cases have the type of the key, and all values have one
// type (ProgRef, Appendix A).
def noParenthesis { int n = !switch 3; }
def noDefault { int n = !switch(1, 1: 2); }
def noCase { int n = !switch(1, 2); }
def noColon { int n = !switch(1, 1 2, 3); }
def behindDefault { int n = !switch(1, 1: 2, 3, 4: 5); }
