// The argument that `!setdagarg` replaces is there (ProgRef, Appendix A).
def op;
def missingPosition { dag d = !setdagarg((op 1), 1, 2); }
def negativePosition { dag d = !setdagarg((op 1), -1, 2); }
def missingName { dag d = !setdagarg((op 1:$x), "y", 2); }
def listKey { dag d = !setdagarg((op 1), [0], 2); }
def unsetKey { dag d = !setdagarg((op 1), ?, 2); }
