// Some condition of `!cond` holds, and its results have a common type (ProgRef, Appendix A).
class Late<int n> { int x = !cond(!eq(n, 1): 1, !eq(n, 2): 2); }
def noneHolds { int x = !cond(0: 1, !eq(1, 2): 2); }
def lateNoneHolds : Late<3>;
def otherTypes { list<int> l = !cond(1: "a", 0: 2); }
def noTypes { int x = !cond(1: ?, 0: ?); }
