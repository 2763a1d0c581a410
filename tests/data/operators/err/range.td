// The step of `!range` is not zero; its operands are a list, or integers (ProgRef, Appendix A).
class Late<int step> { list<int> l = !range(1, 5, step); }
def zeroStep { list<int> l = !range(1, 5, 0); }
def lateZeroStep : Late<0>;
def stringEnd { list<int> l = !range("a"); }
def stringStart { list<int> l = !range("a", 1); }
def listAndEnd { list<int> l = !range([1], 5); }
def stringStep { list<int> l = !range(1, 5, "a"); }
def unsetEnd { list<int> l = !range(?); }
