// The bits that `{...}` selects are there, and only integers and values of type `bits` have some
// (ProgRef, "Suffixed values").
def missingBits { bits<4> b = 3; bits<2> c = b{5-4}; }
def ofString { int i = "s"{0}; }
