// Looks entries up in generated tables.
#include "expect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include <algorithm>
#include <cstdint>
#include <string>

using namespace llvm;

enum { WithVectors = 7 };

#define GET_ModeKind_DECL
#define GET_SysRegKind_DECL
#include "../data/searchable-tables/ok/tables.out"

struct SysRegEntry {
  const char *Title;
  uint16_t Encoding;
  ModeKind LowestMode;
  bool IsWritable;
  struct {
    int Needed;
  } Guard;
  int Alternative;
};
struct WritableEntry {
  const char *Title;
  uint16_t Encoding;
};
struct ModeEntry {
  ModeKind Which;
  uint8_t Letter;
  uint32_t Wide20;
  uint64_t Wide40;
};
struct Step {
  const char *Label;
  uint8_t Number;
};

#define GET_SysRegs_DECL
#define GET_WritableRegs_DECL
#define GET_ModeInfos_DECL
#define GET_Steps_DECL
#include "../data/searchable-tables/ok/tables.out"

#define GET_SysRegs_IMPL
#define GET_WritableRegs_IMPL
#define GET_ModeInfos_IMPL
#define GET_Steps_IMPL
#include "../data/searchable-tables/ok/tables.out"

struct Hint {
  StringRef Name;
  uint8_t Encoding;
  bool IsSafe;
};
struct Place {
  StringRef Name;
};

#define GET_HINT_DECL
#define GET_PLACE_DECL
#include "../data/searchable-tables/ok/older.out"

#define GET_HINT_IMPL
#define GET_PLACE_IMPL
#include "../data/searchable-tables/ok/older.out"

int main() {
  EXPECT(Machine == 0 && Supervisor == 1 && User == 2);
  EXPECT(Cycle == 0xC00 && Vtype == 0xC21);

  // Ranges.
  auto Vtypes = lookupSysRegs(Vtype);
  EXPECT(std::distance(Vtypes.begin(), Vtypes.end()) == 2);
  EXPECT(Vtypes.begin()->Guard.Needed == WithVectors);
  EXPECT((Vtypes.begin() + 1)->Alternative == 2);
  EXPECT(lookupSysRegs(0x301).empty());

  // Strings, in any case.
  EXPECT(lookupSysRegByTitle("STATUS!")->Encoding == Status);
  EXPECT(lookupSysRegByTitle("vTypeOld!")->LowestMode == Supervisor);
  EXPECT(!lookupSysRegByTitle("status"));

  // Several fields.
  EXPECT(lookupSysRegByMode(User, false, Time)->Title == StringRef("time!"));
  EXPECT(!lookupSysRegByMode(User, true, Time));
  EXPECT(!lookupSysRegByMode(User + 1, false, Time));

  // Bounds.
  EXPECT(lookupWritable(Vtype)->Title == StringRef("vtype!"));
  EXPECT(!lookupWritable(Status - 1) && !lookupWritable(Vtype + 1));
  EXPECT(!lookupWritable(Time));

  // Subscripts.
  EXPECT(getModeInfo(Supervisor)->Letter == 'S');
  EXPECT(!getModeInfo(User + 1));
  EXPECT(getStep(6)->Label == StringRef("middle"));
  EXPECT(!getStep(4) && !getStep(8));

  // Wide numbers.
  EXPECT(lookupModeByWideNumbers(0xFFFFFFFFFF, 0xFFFFF)->Which == User);
  EXPECT(!lookupModeByWideNumbers(0xFFFFFFFFFF, 0));

  // The older form.
  EXPECT(Nop == 0 && Yield == 1 && Wait == 4);
  EXPECT(!lookupHintByName("wait")->IsSafe);
  EXPECT(lookupHintByEncoding(Yield)->Name == "Yield");
  EXPECT(!lookupHintByEncoding(2));
  EXPECT(lookupPlaceByName("POLE") && !lookupPlaceByName("west"));
  return 0;
}
