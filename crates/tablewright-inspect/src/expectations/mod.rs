//! Expectations: comments in a description that state facts about its records, and checks for them.
//!
//! A comment contains a single expectation. It is at the end of a line or on its own line:
//!
//! | comment | |
//! |---|---|
//! | `// EXPECT ADDI: Inst{6-0} = 0b0010011` | a condition (see [`query`](crate::query)) about the records whose names match |
//! | `// EXPECT class Load: mayLoad = 1` | about all records of classes whose names match |
//! | `// EXPECT decode 0x00000013 = ADDI` | the instruction that a decoder finds in a word, or `none` |
//! | `// EXPECT encode ADDI rd=X1, imm=5 = 0x00500093` | the word for an instruction with these field values |
//! | `// EXPECT asm "addi a0, a1, 5" = 0x00558513` | the word for a line of assembly, or `none` |
//! | `// EXPECT-ERROR text` | an error with this text, on this line, or on the line below a comment on its own line |
//! | `// EXPECT-ERROR@+2 text` | an error that many lines below (`@-1`: above) the comment |
//! | `// EXPECT-ERROR@any text` | an error anywhere |

mod check;
mod encode;
mod find;

use tablewright_syntax::source::Span;

pub use check::{RecordFailure, RecordsOutcome, UnmetValue, check_records};
pub use encode::encoded_word;
pub use find::find_expectations;

/// A value for an encoding field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodedValue {
    /// A number.
    Number(i64),
    /// The encoded number of the register with this name.
    Register(String),
}

/// An expectation in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The text after the keyword.
    pub span: Span,
    /// The text.
    pub text: String,
    /// The expectation.
    pub kind: ExpectationKind,
}

/// The kinds of [`Expectation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpectationKind {
    /// Records meet a condition.
    Records {
        /// The records.
        selection: RecordSelection,
        /// The condition.
        condition: String,
    },
    /// A word decodes to an instruction.
    Decode {
        /// The word in hexadecimal digits.
        word: String,
        /// The instruction's name; `None` if the word must not decode.
        instruction: Option<String>,
    },
    /// An instruction is encoded as a word.
    Encode {
        /// The instruction's name.
        instruction: String,
        /// The encoding fields with their values.
        fields: Vec<FieldAssignment>,
        /// The word in hexadecimal digits.
        word: String,
    },
    /// A line of assembly is assembled to a word.
    Assemble {
        /// The processor; `None` for the target's usual processor.
        processor: Option<String>,
        /// Feature changes, such as `+a,-b`.
        features: Vec<String>,
        /// The line.
        line: String,
        /// The word in hexadecimal digits; `None` if the line must not assemble.
        word: Option<String>,
    },
    /// Loading the description causes an error.
    Error {
        /// Part of the error message.
        message: String,
        /// The line in the comment's file, from 1; `None` for an error anywhere.
        line: Option<u32>,
    },
}

/// An encoding field with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldAssignment {
    /// The field's name.
    pub field: String,
    /// The value.
    pub value: EncodedValue,
}

/// The records that an expectation applies to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordSelection {
    /// Records whose names match a pattern.
    Name(String),
    /// Records of classes whose names match a pattern.
    Class(String),
}

/// A malformed expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MalformedExpectation {
    /// The error's position.
    pub span: Span,
    /// The error message with the expected form.
    pub message: String,
}
