// ARGS: --release 23
// `!switch` has a key, cases and a default. The cases have the type of the key, and all values have one
// type (ProgRef, Appendix A).
def keyTypes { int n = !switch("a", 1: 2, 3); }
def valueTypes { int n = !switch(1, 1: 2, 3: "a", 4); }
def untyped { int n = !switch(1, 1: ?, ?); }
def unknownKey { int n = !switch(?, 1: 2, 3); }
