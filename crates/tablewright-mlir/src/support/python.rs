//! Names that mean something in Python.

/// Whether a name is a keyword of Python, or one that the generated code calls.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// Keywords of Python, and names that the generated code calls.
const RESERVED: [&str; 38] = [
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "callable",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "False",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "issubclass",
    "lambda",
    "None",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "True",
    "try",
    "type",
    "while",
    "with",
    "yield",
];
