//! The operations that an action is about, and how they are divided among files.

use regex_lite::Regex;
use tablewright_backend::{BackendOption, OptionGroup, OptionKind, Options};
use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::Operation;
use crate::record_views::operation::OperationRecord;

/// The options of actions about operations.
pub(crate) const OPTIONS: OptionGroup = OptionGroup {
    heading: "Options for op definition generators",
    options: &[EXCLUDE, INCLUDE, SHARD_COUNT],
};

const EXCLUDE: BackendOption = BackendOption {
    name: "op-exclude-regex",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Regex of name of op's to exclude (no filter if empty)",
};

const INCLUDE: BackendOption = BackendOption {
    name: "op-include-regex",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Regex of name of op's to include (no filter if empty)",
};

const SHARD_COUNT: BackendOption = BackendOption {
    name: "op-shard-count",
    kind: OptionKind::Number { default: 1 },
    help: "The number of shards into which the op classes will be divided",
};

/// Returns the operations that the options select, sorted by definition name.
pub(crate) fn selected<'s>(
    store: &'s RecordStore,
    options: &Options,
) -> Result<Vec<Operation<'s>>, Diagnostic> {
    if store.find_class(OperationRecord::CLASS).is_none() {
        return Err(no_op_class());
    }
    let include = pattern(options, &INCLUDE)?;
    let exclude = pattern(options, &EXCLUDE)?;
    let keeps = |name: &str| {
        include.as_ref().is_none_or(|regex| regex.is_match(name))
            && !exclude.as_ref().is_some_and(|regex| regex.is_match(name))
    };
    Ok(Operation::all(store, keeps)?)
}

/// Returns the error for a description that does not include `mlir/IR/OpBase.td`.
fn no_op_class() -> Diagnostic {
    let mut error = Diagnostic::error_anywhere(Code::Mlir, "ERROR: Couldn't find the 'Op' class!");
    error.note(
        None,
        "add include \"mlir/IR/OpBase.td\", even if the description does not define operations",
    );
    error
}

fn pattern(options: &Options, option: &BackendOption) -> Result<Option<Regex>, Diagnostic> {
    let text = options.text(option);
    if text.is_empty() {
        return Ok(None);
    }
    let invalid = |_| {
        let message =
            format!("option '{}' is not a valid regular expression: '{text}'", option.name);
        Diagnostic::error_anywhere(Code::Mlir, message)
    };
    Regex::new(text).map(Some).map_err(invalid)
}

/// Returns the number of files for the classes.
///
/// # Errors
/// If the option is 0.
pub(super) fn shard_count(options: &Options) -> Result<usize, Diagnostic> {
    match options.number(&SHARD_COUNT) {
        0 => {
            let message = "op shard count must be greater than 0";
            Err(Diagnostic::error_anywhere(Code::Mlir, message))
        }
        count => Ok(count as usize),
    }
}

/// Splits the operations into `count` shards; the first shards may have an extra operation.
pub(super) fn shards<T>(operations: &[T], count: usize) -> Vec<&[T]> {
    let (size, longer) = (operations.len() / count, operations.len() % count);
    let mut remaining = operations;
    let mut shards = Vec::with_capacity(count);
    for i in 0..count {
        let (shard, others) = remaining.split_at(size + usize::from(i < longer));
        shards.push(shard);
        remaining = others;
    }
    shards
}

/// Returns the qualified function that registers a dialect's operations.
pub(super) fn registration_hook(operation: &Operation<'_>) -> String {
    format!("register{}Operations", operation.dialect.class_name)
}

#[cfg(test)]
mod tests {
    use super::shards;

    #[test]
    fn the_first_shards_are_the_longer_ones() {
        let lengths: Vec<usize> = shards(&[(); 8], 3).iter().map(|shard| shard.len()).collect();
        assert_eq!(lengths, [3, 3, 2]);
        assert_eq!(shards::<()>(&[], 2).len(), 2);
    }
}
