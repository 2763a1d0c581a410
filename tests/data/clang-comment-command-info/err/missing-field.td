// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-command-info
class Command;
def A : Command;
