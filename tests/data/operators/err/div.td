// `!div` by zero, and of the least integer by -1, is an error (ProgRef, Appendix A).
class Late<int divisor> { int x = !div(1, divisor); }
def byZero { int x = !div(1, 0); }
def lateByZero : Late<0>;
def overflow { int x = !div(!sub(!sub(0, 0x7fffffffffffffff), 1), -1); }
def stringOperand { int x = !div("x", 1); }
def unsetOperand { int x = !div(1, ?); }
