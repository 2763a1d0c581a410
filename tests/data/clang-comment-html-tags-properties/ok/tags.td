// TOOL: clang-tblgen
// ARGS: -gen-clang-comment-html-tags-properties
class Tag<string spelling> { string Spelling = spelling; bit EndTagOptional = 0; bit EndTagForbidden = 0; }

def P : Tag<"p"> { let EndTagOptional = 1; }
def Pre : Tag<"pre">;
def Br : Tag<"br"> { let EndTagForbidden = 1; }
def Hr : Tag<"hr"> { let EndTagForbidden = 1; }
def H1 : Tag<"h1">;
def Table : Tag<"table">;
def Thead : Tag<"thead"> { let EndTagOptional = 1; }
def Tfoot : Tag<"tfoot"> { let EndTagOptional = 1; }
