// `!toupper` takes a string.
def intOperand { string s = !toupper(5); }
def listOperand { string s = !toupper(["a"]); }
