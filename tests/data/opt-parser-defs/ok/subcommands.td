// Prefixes and names are offsets in a string table. Lists of prefixes and of subcommands lie in tables, each
// after its length, in the byte order of the names of their records.
// ARGS: --gen-opt-parser-defs --release 22
include "options.inc"

class SubCommand<string name, string help, string usage = ""> {
  string Name = name;
  string HelpText = help;
  string Usage = usage;
}
class CommandOption<list<SubCommand> commands, list<string> prefixes, string name>
    : Option<prefixes, name, KIND_FLAG> {
  list<SubCommand> SubCommands = commands;
}

def input_Group : OptionGroup<"--group">;
def add10 : SubCommand<"add", "Add a file">;
def add9 : SubCommand<"bundle", "Bundle files", "bundle FILE...">;
def all : CommandOption<[], ["-", "--"], "all">;
def group : CommandOption<[add9, add10], ["--"], "group">;
def files : CommandOption<[add10], [], "é">;
def quote : CommandOption<[add9], [">\""], "x">;
