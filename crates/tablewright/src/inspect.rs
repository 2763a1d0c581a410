//! Queries that answer people's questions about a description, with results as data.

pub use tablewright_inspect::{
    ActionReads, ActionRun, AssemblyRow, ClassLine, ClassTree, CoverageCounts, CoverageRow,
    CoverageSummary, DagArgument, DagValue, FieldReader, FieldReaders, FieldReads, FieldSetter,
    FieldSetters, IncludeLine, IncludeTree, NamePattern, QueryValue, ReadClass, ReadField, Readers,
    RegisterFile, SetterKind, SourceLocation, ViewFields,
};

/// Differences between two descriptions.
pub mod diff {
    pub use tablewright_inspect::diff::{
        Change, ChangedEntry, ChangedField, ChangedOutput, ChangedRecord, Changes, ListChanges,
        RecordChanges, RecordSummary, compare,
    };
}

/// Instruction encodings, and words as instructions.
pub mod encoding {
    pub use tablewright_inspect::encoding::{
        BitTest, DecodedMatch, DecodedOperand, DecodedWord, DecodedX86, DecoderSetup, DiagramCell,
        EncodingDiagram, EncodingField, OperandValue, TargetEncodings, WordFieldValue,
        X86Instructions, X86Value, X86Word, decode_word, first_instruction,
    };
}

/// Expectations in comments of a description.
pub mod expectations {
    pub use tablewright_inspect::expectations::{
        EncodedValue, Expectation, ExpectationKind, FieldAssignment, MalformedExpectation,
        RecordFailure, RecordSelection, RecordsOutcome, UnmetValue, check_records, encoded_word,
        find_expectations,
    };
}

/// Statements that set a field, a record or a position.
pub mod explain {
    pub use tablewright_inspect::explain::{
        ExplainSubject, FieldExplanation, FieldSummary, LetExplanation, PositionExplanation,
        RecordExplanation, StepExplanation, StepKind, SubjectError, explain_field,
        explain_position, explain_record, find_subject,
    };
}

/// Facts about a target as lists, for JSON and CSV.
pub mod export {
    pub use tablewright_inspect::export::{ExportedList, ExportedListKind, SCHEMA, VERSION, list};
}

/// Lints: legal code that is probably a mistake.
pub mod lint {
    pub use tablewright_inspect::lint::{
        Finding, Findings, Fix, LINTS, Level, Lint, LintGroup, LintLevels, LintRun, LintScope,
        LintSettings, LintSummary, check,
    };
}

/// Records by class, name, fields and uses.
pub mod query {
    pub use tablewright_inspect::query::{
        AnswerGroup, FieldValues, Query, QueryAnswer, QueryError, QueryErrorKind, QueryPart,
        SelectedRecord, UsedField,
    };
}
