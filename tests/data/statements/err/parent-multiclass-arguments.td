// ARGS: --release 23
// Arguments of parent multiclasses have the types of their parameters (ProgRef, "multiclass").
multiclass B<bits<8> op> { def _b { bits<8> f = op; } }
multiclass C<bits<4> op> : B<op>;
defm c : C<0>;
