// ARGS: --gen-callingconv
// Types of values have no field `LLVMName` in releases up to 18: their records have the names of the types.
class ValueType<int size, int value> { string Namespace = "MVT"; int Size = size; int Value = value; }
def i8 : ValueType<8, 5>;
def i32 : ValueType<32, 7>;
class CCAction;
class CallingConv<list<CCAction> actions> { list<CCAction> Actions = actions; bit Custom = 0; bit Entry = 0; }
class CCPredicateAction<CCAction action> : CCAction { CCAction SubAction = action; }
class CCIfType<list<ValueType> types, CCAction action> : CCPredicateAction<action> { list<ValueType> VTs = types; }
class CCPromoteToType<ValueType type> : CCAction { ValueType DestTy = type; }
class CustomCallingConv : CallingConv<[]>;
class CalleeSavedRegs;
def CC_Promote : CallingConv<[CCIfType<[i8], CCPromoteToType<i32>>]>;
