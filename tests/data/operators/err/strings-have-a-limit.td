// A string that an operator makes has a limit: not only `#` counts, also `!interleave` and `!subst`.
defvar half = !foldl("x", !range(25), text, i, text # text);
def interleave { string s = !interleave([half, half, half], ","); }
def subst { string s = !subst("x", "yyy", half); }
