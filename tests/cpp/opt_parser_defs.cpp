// Parses a command line with generated tables of options.
#include "expect.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include <string>

using namespace llvm;
using namespace llvm::opt;

enum ToyVisibility { DriverVis = 1 << 1 };

enum ToyOption {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "../data/opt-parser-defs/ok/options.out"
#undef OPTION
  OPT_LAST
};

#define PREFIX(NAME, VALUE)                                                    \
  static constexpr StringLiteral NAME##_init[] = VALUE;                        \
  static constexpr ArrayRef<StringLiteral> NAME(NAME##_init,                   \
                                                std::size(NAME##_init) - 1);
#include "../data/opt-parser-defs/ok/options.out"
#undef PREFIX

#define OPTTABLE_VALUES_CODE
#include "../data/opt-parser-defs/ok/options.out"
#undef OPTTABLE_VALUES_CODE

static constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "../data/opt-parser-defs/ok/options.out"
#undef OPTION
};

class ToyTable : public GenericOptTable {
public:
  ToyTable() : GenericOptTable(Infos) {}
};

int main() {
  ToyTable Table;
  unsigned MissingIndex = 0, MissingCount = 0;
  const char *Line[] = {"--output=a.out", "-o2", "--cpu", "b", "/pair", "x", "y", "in.td", "-q"};
  InputArgList Args = Table.ParseArgs(Line, MissingIndex, MissingCount);
  EXPECT(MissingCount == 0);

  // An alias is the option it stands for; its arguments come with it.
  EXPECT(Args.getLastArgValue(OPT_output) == "a.out");
  EXPECT(Args.hasArg(OPT_optimize) && !Args.hasArg(OPT_o_two));
  EXPECT(Args.getLastArg(OPT_optimize)->getValue(0) == std::string("2"));
  EXPECT(Args.getLastArg(OPT_optimize)->getValue(1) == std::string("fast"));
  EXPECT(Args.getLastArgValue(OPT_target_cpu) == "b");
  EXPECT(Args.getAllArgValues(OPT_pair) == (std::vector<std::string>{"x", "y"}));
  EXPECT(Args.getLastArgValue(OPT_INPUT) == "in.td");
  EXPECT(Args.getLastArgValue(OPT_UNKNOWN) == "-q");

  // Groups hold what is in them, groups within them included.
  EXPECT(Args.hasArg(OPT_g_Group) && Args.hasArg(OPT_output_Group));
  EXPECT(Table.getOption(OPT_g_Group).getGroup().getID() == OPT_output_Group);
  EXPECT(Table.getOption(OPT_optimize).hasFlag(HelpHidden));
  EXPECT(Table.getOptionHelpText(OPT_pair) == std::string("Two arguments"));
  EXPECT(Table.getOptionHelpText(OPT_pair, Visibility(DriverVis)) == std::string("Two files"));
  EXPECT(Table.getOptionMetaVar(OPT_output) == std::string("<file>"));

  const char *Short[] = {"/pair", "x"};
  Table.ParseArgs(Short, MissingIndex, MissingCount);
  EXPECT(MissingCount != 0);
  return 0;
}
