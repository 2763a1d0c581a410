//! Expectations: what comments of a description say of its records, and whether it is so.
//!
//! A comment holds one expectation, at the end of a line or on a line of its own:
//!
//! | comment | |
//! |---|---|
//! | `// EXPECT ADDI: Inst{6-0} = 0b0010011` | a condition (see [`query`](crate::query)) about the records whose names match |
//! | `// EXPECT class Load: mayLoad = 1` | about all records of classes whose names match |
//! | `// EXPECT decode 0x00000013 = ADDI` | the instruction that a decoder finds in a word, or `none` |
//! | `// EXPECT encode ADDI rd=X1, imm=5 = 0x00500093` | the word of an instruction with these values of its fields |
//! | `// EXPECT-ERROR text` | an error with this text, on this line, or below a comment that has a line of its own |
//! | `// EXPECT-ERROR@+2 text` | an error that many lines below (`@-1`: above) the comment |
//! | `// EXPECT-ERROR@any text` | an error anywhere |

mod check;
mod encode;
mod find;

use tablewright_syntax::source::Span;

pub use check::{RecordFailure, RecordsOutcome, UnmetValue, check_records};
pub use encode::encoded_word;
pub use find::find_expectations;

/// The value of a field of an encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodedValue {
    /// A number.
    Number(i64),
    /// The number of the register of this name in encodings.
    Register(String),
}

/// What a comment says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The text after the keyword.
    pub span: Span,
    /// The text.
    pub text: String,
    /// What is expected.
    pub kind: ExpectationKind,
}

/// The kinds of [`Expectation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpectationKind {
    /// A condition holds for records.
    Records {
        /// Which records.
        selection: RecordSelection,
        /// The condition.
        condition: String,
    },
    /// A word is decoded to an instruction.
    Decode {
        /// The word, in hexadecimal digits.
        word: String,
        /// The name of the instruction; nothing where the word is to be none.
        instruction: Option<String>,
    },
    /// An instruction is encoded as a word.
    Encode {
        /// The name of the instruction.
        instruction: String,
        /// The fields of its encoding, with their values.
        fields: Vec<(String, EncodedValue)>,
        /// The word, in hexadecimal digits.
        word: String,
    },
    /// Reading the description gives an error.
    Error {
        /// A part of its message.
        message: String,
        /// The line, from one, in the file of the comment; nothing where any will do.
        line: Option<u32>,
    },
}

/// The records that an expectation is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordSelection {
    /// Those whose names match a pattern.
    Name(String),
    /// Those of the classes whose names match a pattern.
    Class(String),
}

/// A comment that begins as an expectation and is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MalformedExpectation {
    /// What is wrong.
    pub span: Span,
    /// What is expected there, in words.
    pub message: String,
}
