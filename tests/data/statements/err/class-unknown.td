// A parent of a record is a class that is declared before (ProgRef, "def").
def d : Missing<1>;
def e : Other;
