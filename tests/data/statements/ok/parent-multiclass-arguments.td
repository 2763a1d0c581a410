// ARGS: --release 23
// Arguments of parent multiclasses are converted to the types of their parameters (ProgRef,
// "multiclass").
class C { bit x; bits<8> v; }
multiclass M<bits<8> val> { let x = !eq(val, -1), v = val in def NAME : C; }
multiclass N : M<-1>;
defm d : N;
