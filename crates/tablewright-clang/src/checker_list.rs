//! Clang's static analyzer checkers as data for programs.
//!
//! In: records of the classes `Checker` and `Package`. Out: [`ExportedChecker`]s by record name, with
//! the names, dependencies and options that `--gen-clang-sa-checkers` prints as macro calls.

use serde::Serialize;
use tablewright_records::{FieldError, RecordStore};

use crate::clang_sa_checkers::model::{self, Checker, CheckerOption, Registry};

/// Outermost package of checkers that are under development.
const ALPHA: &str = "alpha";

/// A checker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedChecker {
    /// The full name, for example `core.NullDereference`.
    pub name: String,
    /// The full name of its package; `None` for a checker outside of packages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The record name, from which Clang derives the registration function.
    pub class: String,
    /// The help text.
    pub help: String,
    /// The address of its documentation; `None` if it is undocumented.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
    /// Whether it lies in the package `alpha`.
    pub is_alpha: bool,
    /// Whether it or an enclosing package is hidden from users.
    pub is_hidden: bool,
    /// The full names of the checkers that it requires.
    pub dependencies: Vec<String>,
    /// The full names of the checkers that run before it if they are enabled.
    pub weak_dependencies: Vec<String>,
    /// Its options, then the options of its packages from inside out.
    pub options: Vec<ExportedCheckerOption>,
}

/// An option of a checker or package.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedCheckerOption {
    /// The name for `-analyzer-config`, for example `unix.Malloc:Optimistic`.
    pub name: String,
    /// The value type: `int`, `string` or `bool`.
    #[serde(rename = "type")]
    pub value_type: &'static str,
    /// The default as text.
    pub default: String,
    /// The help text.
    pub help: String,
    /// The development stage: `alpha` or `released`.
    pub stage: &'static str,
    /// Whether it is hidden from users.
    pub is_hidden: bool,
}

/// Lists the checkers by record name.
///
/// # Errors
/// If there is no class `Checker` or `Package`, or if a field is invalid.
pub fn checkers(store: &RecordStore) -> Result<Vec<ExportedChecker>, FieldError> {
    let registry = model::collect(store)?;
    Ok(registry.checkers.iter().map(|checker| ExportedChecker::new(&registry, checker)).collect())
}

impl ExportedChecker {
    fn new(registry: &Registry<'_>, checker: &Checker<'_>) -> ExportedChecker {
        let name = &checker.full_name;
        let mut options = exported_options(&registry.checker_options, name);
        for package in &checker.packages {
            options.extend(exported_options(&registry.package_options, package));
        }
        ExportedChecker {
            name: name.clone(),
            package: checker.packages.first().cloned(),
            class: checker.class.to_owned(),
            help: checker.help.to_owned(),
            documentation: Some(&checker.documentation).filter(|it| !it.is_empty()).cloned(),
            is_alpha: checker.packages.last().is_some_and(|package| package == ALPHA),
            is_hidden: checker.is_hidden,
            dependencies: seconds(&registry.dependencies, name),
            weak_dependencies: seconds(&registry.weak_dependencies, name),
            options,
        }
    }
}

/// Returns the second names of the pairs that begin with `first`.
fn seconds(pairs: &[[String; 2]], first: &str) -> Vec<String> {
    let pairs = pairs.iter().filter(|pair| pair[0] == first);
    pairs.map(|pair| pair[1].clone()).collect()
}

fn exported_options(options: &[CheckerOption<'_>], owner: &str) -> Vec<ExportedCheckerOption> {
    let options = options.iter().filter(|option| option.owner == owner);
    let options = options.map(|option| ExportedCheckerOption {
        name: format!("{owner}:{}", option.flag),
        value_type: option.ty,
        default: option.default.to_owned(),
        help: option.description.to_owned(),
        stage: option.stage,
        is_hidden: option.is_hidden,
    });
    options.collect()
}
