//===- TargetCallingConv.td - Classes of calling conventions --------------===//

// What is done with a value; the first action that takes it ends the list.
class CCAction;
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  bit Entry = false;
  bit Custom = false;
}

// An action under a condition.
class CCPredicateAction<CCAction A> : CCAction {
  CCAction SubAction = A;
}
class CCIfType<list<ValueType> vts, CCAction A> : CCPredicateAction<A> {
  list<ValueType> VTs = vts;
}

class CCAssignToReg<list<Register> regList> : CCAction {
  list<Register> RegList = regList;
}
class CCAssignToStack<int size, int align> : CCAction {
  int Size = size;
  int Align = align;
}
class CCPromoteToType<ValueType destTy> : CCAction {
  ValueType DestTy = destTy;
}

// Registers that a function leaves as they were, and those that some of them make up.
class CalleeSavedRegs<dag saves> {
  dag SaveList = saves;
  dag OtherPreserved;
}
