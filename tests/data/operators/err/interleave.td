// `!interleave` takes a list of strings or numbers and a string (ProgRef, Appendix A).
def r;
def noList { string s = !interleave("a", ","); }
def listOfRecords { string s = !interleave([r], ","); }
def listOfLists { string s = !interleave([[1]], ","); }
def intSeparator { string s = !interleave(["a"], 1); }
def unsetOperand { string s = !interleave(?, ","); }
def resultIsString { int x = !interleave(["a"], ","); }
