// The value of a field has its type (ProgRef, "Types").
def stringForInt { int i = "text"; }
def intForString { string s = 5; }
def stringsForInts { list<int> l = ["a"]; }
def tooManyBits { bits<2> b = 5; }
def noBit { bit t = 2; }
