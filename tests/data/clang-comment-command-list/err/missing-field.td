// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-command-list
class Command;
def A : Command;
