// The argument whose name `!getdagname` gives is there; its key is an integer (ProgRef, Appendix A).
def op;
def missingPosition { string s = !getdagname((op 1), 1); }
def negativePosition { string s = !getdagname((op 1), -1); }
def stringKey { string s = !getdagname((op 1:$x), "x"); }
def noDag { string s = !getdagname(5, 0); }
