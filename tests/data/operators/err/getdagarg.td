// The argument that `!getdagarg` gives is there (ProgRef, Appendix A).
def op;
def missingPosition { int x = !getdagarg<int>((op 1:$x), 3); }
def negativePosition { int x = !getdagarg<int>((op 1:$x), -1); }
def missingName { int x = !getdagarg<int>((op 1:$x), "y"); }
def noDag { int x = !getdagarg<int>(5, 0); }
def listKey { int x = !getdagarg<int>((op 1), [0]); }
def resultIsInt { string s = !getdagarg<int>((op 1), 0); }
