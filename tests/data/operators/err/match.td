// ARGS: --release 22
// `!match`, which releases since 21 have, takes strings, the second of which is a regular
// expression.
def badExpression { bit b = !match("x", "("); }
def intOperand { bit b = !match(5, "x"); }
def unsetOperand { bit b = !match("x", ?); }
