// `!cast` and other operators need a type in angle brackets.
def op;
def cast { int x = !cast(5); }
def isa { bit b = !isa(5); }
def exists { bit b = !exists("x"); }
def getdagarg { int x = !getdagarg((op 1), 0); }
