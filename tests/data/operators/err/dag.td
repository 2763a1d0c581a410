// `!dag` takes a record, and two lists of equal length, of which one may be unset (ProgRef,
// Appendix A).
def op;
def otherLengths { dag d = !dag(op, [1, 2], ["a"]); }
def bothUnset { dag d = !dag(op, ?, ?); }
def noList { dag d = !dag(op, 1, ["a"]); }
def noNames { dag d = !dag(op, [1], [2]); }
def noOperator { dag d = !dag(5, [1], ["a"]); }
