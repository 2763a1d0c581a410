// ARGS: --gen-callingconv
class CCAction;
