// ARGS: --gen-callingconv
include "classes.td"
class Mine : CCAction;
multiclass Conventions {
  def CC : CallingConv<[Mine<>]>;
  def Action : Mine;
  def CC2 : CallingConv<[!cast<Mine>(NAME # "Action")]>;
}
defm Toy_ : Conventions;
