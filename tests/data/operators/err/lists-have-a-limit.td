// ARGS: --release 22
// A list that an operator makes has a limit: `!listflatten` counts too.
defvar many = !listsplat(0, 9000000);
def flat { list<int> l = !listflatten([many, many]); }
