// ARGS: --release 22 --gen-target-library-info

// Functions and types are in the order of definition. Equal symbols are stored once, a signature that is the
// end of another lies in it, and the first row is that of no function, which returns nothing.

class FuncArgType;
def Void : FuncArgType;
def Int : FuncArgType;
def Ptr : FuncArgType;

class TargetLibCall<string symbol, FuncArgType ret, list<FuncArgType> args = []> {
  string String = symbol;
  FuncArgType ReturnType = ret;
  list<FuncArgType> ArgumentTypes = args;
}

def strlen : TargetLibCall<"strlen", Int, [Ptr]>;
def puts : TargetLibCall<"puts", Int, [Ptr]>;
def puts_again : TargetLibCall<"puts", Ptr, [Int, Ptr]>;
// Its signature is checked by code.
def unchecked : TargetLibCall<"__unchecked", ?>;
