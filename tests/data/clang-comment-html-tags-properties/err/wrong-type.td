// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-tags-properties
class Tag<string spelling> { string Spelling = spelling; string EndTagOptional = "yes"; }
def A : Tag<"p">;
