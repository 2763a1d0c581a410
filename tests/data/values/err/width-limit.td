// The width of `bits<n>` has a limit, since each bit takes memory.
class C { bits<2000000000> wide = 1; }
def fits { bits<1048576> most = ?; }
def cast { int i = !cast<int>(!cast<bits<1048577>>(1)); }
class Half { bits<1048576> half = ?; }
defvar half = Half<>.half;
def braces { bits<1048576> both = { half, half }; }
