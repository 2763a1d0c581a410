// `!tail` takes a list that is not empty.
class Late<list<int> l> { list<int> x = !tail(l); }
def emptyList { list<int> x = !tail([]<int>); }
def lateEmptyList : Late<[]>;
def noList { list<int> x = !tail("abc"); }
def unsetOperand { list<int> x = !tail(?); }
