// The count of `!listsplat` is an integer, which is not negative.
def negativeCount { list<int> l = !listsplat(1, -1); }
def stringCount { list<int> l = !listsplat(1, "2"); }
def otherElement { list<int> l = !listsplat("a", 2); }
def resultIsList { int x = !listsplat(1, 2); }
def unsetValue { list<int> l = !listsplat(?, 2); }
