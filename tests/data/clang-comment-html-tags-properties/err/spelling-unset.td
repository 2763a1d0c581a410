// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-tags-properties
class Tag<string spelling> { string Spelling = spelling; bit EndTagOptional = 0; bit EndTagForbidden = 0; }

def A : Tag<"p"> { let EndTagOptional = 1; let Spelling = ?; }
