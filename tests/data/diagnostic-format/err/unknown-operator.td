// ARGS: --diagnostic-format=rich
class Reg<int number> {
  string Name = !strcat("r", !cast<string>(number));
}
