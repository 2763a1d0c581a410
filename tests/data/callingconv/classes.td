// The classes that calling conventions are described with, as far as the backend reads them.
class ValueType<int number, bit fp> {
  string LLVMName = NAME;
  int Value = number;
  bit isFP = fp;
}
def i8 : ValueType<5, 0>;
def i16 : ValueType<6, 0>;
def i32 : ValueType<7, 0>;
def i64 : ValueType<8, 0>;
def f32 : ValueType<12, 1>;
def f64 : ValueType<13, 1>;
def v2i32 : ValueType<58, 0>;

class Register {
  string Namespace = "";
}

class CCAction;
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  bit Entry = 0;
  bit Custom = 0;
}

class CCPredicateAction<CCAction A> : CCAction {
  CCAction SubAction = A;
}
class CCIfType<list<ValueType> types, CCAction A> : CCPredicateAction<A> {
  list<ValueType> VTs = types;
}
class CCIf<string predicate, CCAction A> : CCPredicateAction<A> {
  string Predicate = predicate;
}
class CCIfSwiftSelf<CCAction A> : CCIf<"ArgFlags.isSwiftSelf()", A>;
class CCIfNotVarArg<CCAction A> : CCIf<"!State.isVarArg()", A>;

class CCCustom<string function> : CCAction {
  string FuncName = function;
}
class CCDelegateTo<CallingConv cc> : CCAction {
  CallingConv CC = cc;
}
class CCAssignToReg<list<Register> registers> : CCAction {
  list<Register> RegList = registers;
}
class CCAssignToRegWithShadow<list<Register> registers, list<Register> shadows> : CCAction {
  list<Register> RegList = registers;
  list<Register> ShadowRegList = shadows;
}
class CCAssignToStack<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}
class CCAssignToStackWithShadow<int size, int align, list<Register> shadows> : CCAction {
  int Size = size;
  int Align = align;
  list<Register> ShadowRegList = shadows;
}
class CCAssignToRegAndStack<list<Register> registers, int size, int align>
    : CCAssignToReg<registers> {
  int Size = size;
  int Align = align;
}
class CCPassByVal<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}
class CCToType<ValueType ty> : CCAction {
  ValueType DestTy = ty;
}
class CCPromoteToType<ValueType ty> : CCToType<ty>;
class CCPromoteToUpperBitsInType<ValueType ty> : CCToType<ty>;
class CCBitConvertToType<ValueType ty> : CCToType<ty>;
class CCTruncToType<ValueType ty> : CCToType<ty>;
class CCPassIndirect<ValueType ty> : CCToType<ty>;
