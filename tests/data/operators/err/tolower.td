// `!tolower` takes a string.
def intOperand { string s = !tolower(5); }
def listOperand { string s = !tolower(["a"]); }
