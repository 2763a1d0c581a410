// The type of an empty list is given where nothing else says it (ProgRef, "Simple values").
defvar l = [];
