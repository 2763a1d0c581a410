def d { int x = !cond(0: 1, !eq(1, 2): 2); }
