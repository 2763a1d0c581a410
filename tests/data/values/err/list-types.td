// The elements of a list have a common type, which is that of the field (ProgRef, "Simple values").
def o;
def noCommonType { list<int> l = [1, "a"]; }
def otherType { list<string> l = [o]; }
def listForInt { int n = [1]; }
