// ARGS: --gen-callingconv
class CCAction;
class CCAssignToReg : CCAction {
  int RegList = 1;
}
class CCCustom : CCAction;
class CallingConv<list<CCAction> actions> {
  list<CCAction> Actions = actions;
  bit Entry = 0;
  bit Custom = 0;
}
def Custom : CCCustom;
def ToReg : CCAssignToReg;
def CC : CallingConv<[ToReg]>;
