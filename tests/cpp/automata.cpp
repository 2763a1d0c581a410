// Runs generated automata.
#include "expect.h"
#include "llvm/Support/Automaton.h"
#include <array>
#include <string>
#include <tuple>

using namespace llvm;

enum CargoKind { Crate, Barrel, Piano };

#define GET_Barge_DECL
#define GET_Turns_DECL
#define GET_Clock_DECL
#include "../data/automata/ok/automata.out"

int main() {
  // A crate and a barrel fit in any order, as it shows later where the crate went.
  Automaton<BargeAction> Barge{ArrayRef(BargeTransitions),
                               ArrayRef(BargeTransitionInfo)};
  EXPECT(Barge.add(Crate));
  EXPECT(Barge.canAdd(Crate) && Barge.canAdd(Barrel) && !Barge.canAdd(Piano));
  EXPECT(Barge.add(Barrel));
  EXPECT(!Barge.canAdd(Crate));
  ArrayRef<NfaPath> Paths = Barge.getNfaPaths();
  EXPECT(Paths.size() == 1);
  EXPECT(Paths[0].size() == 2 && Paths[0][0] == 1 && Paths[0][1] == 3);

  Barge.reset();
  EXPECT(Barge.add(Piano) && !Barge.canAdd(Barrel));
  Barge.reset();
  EXPECT(Barge.add(Crate) && Barge.add(Crate));
  EXPECT(Barge.getNfaPaths().size() == 2);

  // Actions of several symbols.
  Automaton<TurnsAction> Turns{ArrayRef(TurnsTransitions),
                               ArrayRef(TurnsTransitionInfo)};
  EXPECT(!Turns.canAdd(TurnsAction(Crate, "left", 1)));
  EXPECT(Turns.add(TurnsAction(Barrel, "right", -1)));
  EXPECT(!Turns.canAdd(TurnsAction(Crate, "right", 1)));
  EXPECT(Turns.add(TurnsAction(Crate, "left", 2)));

  Automaton<ClockAction> Clock{ArrayRef(ClockTransitions)};
  EXPECT(Clock.add("tick") && Clock.add("tick") && Clock.add("end"));
  EXPECT(!Clock.canAdd("end") && Clock.add("tick"));
  return 0;
}
