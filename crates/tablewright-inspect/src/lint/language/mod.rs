//! Language lints, one per file.

pub(super) mod backward_range;
pub(super) mod let_without_effect;
pub(super) mod overridden_let;
pub(super) mod redundant_let;
pub(super) mod repeated_include;
pub(super) mod shadowed_name;
mod statement_text;
pub(super) mod truncated_number;
pub(super) mod unknown_lint;
pub(super) mod unused_class;
pub(super) mod unused_include;
pub(super) mod unused_loop_variable;
pub(super) mod unused_multiclass;
pub(super) mod unused_template_argument;
pub(super) mod unused_variable;
