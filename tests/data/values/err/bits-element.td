// The elements of a `bits` value in braces are bits (ProgRef, "Simple values").
def d { bits<2> b = { "a", 1 }; }
