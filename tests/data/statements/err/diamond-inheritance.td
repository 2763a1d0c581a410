// ARGS: --release 22
// A class cannot be inherited from a second time directly (ProgRef, "class").
class Base;
class Left : Base;
class Right : Base;
def twice : Left, Base;
def again : Left, Right, Left;
