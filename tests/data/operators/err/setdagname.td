// The argument that `!setdagname` names is there; the name is a string (ProgRef, Appendix A).
def op;
def missingPosition { dag d = !setdagname((op 1), 1, "x"); }
def missingName { dag d = !setdagname((op 1:$x), "y", "z"); }
def intName { dag d = !setdagname((op 1:$x), 0, 5); }
def listKey { dag d = !setdagname((op 1), [0], "x"); }
