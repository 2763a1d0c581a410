// What rules are written with from release 22 on.
include "classes.td"

def combine;
def empty_action;
class Rule<dag a0, dag a1 = (empty_action)> : GICombineRule<(defs root:$dst), (match), (apply)> {
  dag Action0 = a0;
  dag Action1 = a1;
}
class GIVariadic<int min = 1, int max = 0> : GISpecialType {
  int MinArgs = min;
  int MaxArgs = max;
}
