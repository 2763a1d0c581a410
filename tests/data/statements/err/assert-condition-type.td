// The condition of an assertion is a number (ProgRef, "assert").
assert "text", "no condition";
