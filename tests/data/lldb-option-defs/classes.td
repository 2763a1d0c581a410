// What options of commands are made of.
class Option<string long, string short> {
  string FullName = long;
  string ShortName = short;
  string Command;
}
class Groups<list<int> groups> { list<int> Groups = groups; }
class GroupRange<int first, int last> { int GroupStart = first; int GroupEnd = last; }
class Required { bit Required = 1; }
class Arg<string type> { string ArgType = type; }
class OptionalArg<string type> : Arg<type> { bit OptionalArg = 1; }
class Completions<list<string> kinds> { list<string> Completions = kinds; }
class Validator<string name> { string Validator = name; }
class Desc<string text> { string Description = text; }
