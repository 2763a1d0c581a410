// `!head` takes a list that is not empty.
class Late<list<int> l> { int x = !head(l); }
def emptyList { int x = !head([]<int>); }
def lateEmptyList : Late<[]>;
def noList { int x = !head("abc"); }
def unsetOperand { int x = !head(?); }
