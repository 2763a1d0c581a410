//! Packages and checkers by their full names.

use tablewright_records::{FieldError, Record, RecordStore, Value};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::StringMapOrder;

/// Where checkers are documented, by their names.
const DOCUMENTATION: &str = "https://clang.llvm.org/docs/analyzer/checkers.html#";
/// How deep packages may lie within each other.
const MAX_DEPTH: usize = 100;

pub(crate) struct Registry<'s> {
    /// The full names of the packages, each once.
    pub(crate) packages: Vec<String>,
    pub(crate) package_options: Vec<CheckerOption<'s>>,
    pub(crate) checkers: Vec<Checker<'s>>,
    /// Pairs of checkers, of which the first needs the second.
    pub(crate) dependencies: Vec<[String; 2]>,
    /// Pairs of checkers, of which the second is to run before the first.
    pub(crate) weak_dependencies: Vec<[String; 2]>,
    pub(crate) checker_options: Vec<CheckerOption<'s>>,
}

pub(crate) struct Checker<'s> {
    pub(crate) full_name: String,
    pub(crate) class: &'s str,
    pub(crate) help: &'s str,
    /// Empty where there is none.
    pub(crate) documentation: String,
    pub(crate) is_hidden: bool,
}

pub(crate) struct CheckerOption<'s> {
    /// The full name of the checker or package it belongs to.
    pub(crate) owner: String,
    pub(crate) ty: &'static str,
    pub(crate) flag: &'s str,
    pub(crate) description: &'s str,
    pub(crate) default: &'s str,
    pub(crate) stage: &'static str,
    pub(crate) is_hidden: bool,
}

pub(crate) fn collect(store: &RecordStore) -> Result<Registry<'_>, FieldError> {
    let checkers = store.derived_from_name("Checker")?;
    let packages = store.derived_from_name("Package")?;
    let mut registry = Registry {
        packages: package_names(&packages)?,
        package_options: options(&packages, "PackageOptions", "PackageName")?,
        checkers: Vec::with_capacity(checkers.len()),
        dependencies: dependencies(&checkers, "Dependencies")?,
        weak_dependencies: dependencies(&checkers, "WeakDependencies")?,
        checker_options: options(&checkers, "CheckerOptions", CHECKER_NAME)?,
    };
    for checker in checkers {
        registry.checkers.push(Checker {
            full_name: full_name(checker, CHECKER_NAME, ".")?,
            class: checker.name(),
            help: text(checker, "HelpText")?,
            documentation: documentation(checker)?,
            is_hidden: is_hidden(checker)?,
        });
    }
    Ok(registry)
}

/// The field with the name of a checker within its package.
const CHECKER_NAME: &str = "CheckerName";

/// The record itself and the packages it lies in, from the inside out.
fn with_packages(record: Record<'_>) -> Result<Vec<Record<'_>>, FieldError> {
    let mut packages = vec![record];
    let mut inner = record;
    while let Some(package) = inner.optional_record("ParentPackage")? {
        if packages.len() > MAX_DEPTH {
            let message = format!("packages lie more than {MAX_DEPTH} levels deep in each other");
            return Err(FieldError::new(Code::ClangCheckers, record, message));
        }
        packages.push(package);
        inner = package;
    }
    Ok(packages)
}

/// The name of a checker or package, which is in field `name`, behind those of the packages it
/// lies in.
fn full_name(record: Record<'_>, name: &str, separator: &str) -> Result<String, FieldError> {
    let mut names = Vec::new();
    for (i, part) in with_packages(record)?.into_iter().enumerate() {
        let field = if i == 0 { name } else { "PackageName" };
        let text = part.string(field)?;
        if text.is_empty() {
            return Err(FieldError::new(Code::ClangCheckers, part, format!("`{field}' is empty")));
        }
        names.push(text);
    }
    names.reverse();
    Ok(names.join(separator))
}

/// The full names in the order in which the reference release lists them.
fn package_names(packages: &[Record<'_>]) -> Result<Vec<String>, FieldError> {
    let mut names = Vec::with_capacity(packages.len());
    for &package in packages {
        names.push(full_name(package, "PackageName", ".")?);
    }
    let mut order = StringMapOrder::new();
    let mut distinct = Vec::new();
    for name in &names {
        if order.insert(name) == distinct.len() {
            distinct.push(name.clone());
        }
    }
    Ok(order.indices().map(|index| std::mem::take(&mut distinct[index])).collect())
}

/// The text in a field that may be `?`; empty then.
fn text<'s>(record: Record<'s>, field: &str) -> Result<&'s str, FieldError> {
    record.value(field)?;
    Ok(record.optional_string(field)?.unwrap_or_default())
}

/// The records in a list that may be `?`; none then.
fn records<'s>(record: Record<'s>, field: &str) -> Result<Vec<Record<'s>>, FieldError> {
    if record.is_unset(field)? { Ok(Vec::new()) } else { record.list_of_records(field) }
}

/// The number that the bits of a field spell; `None` where one is not known.
fn number(record: Record<'_>, field: &str) -> Result<Option<i64>, FieldError> {
    match record.store().value(record.value(field)?) {
        Value::Unset => Ok(None),
        _ => Ok(record.bits(field)?.to_int()),
    }
}

fn documentation(checker: Record<'_>) -> Result<String, FieldError> {
    match number(checker, "Documentation")? {
        Some(0) => Ok(String::new()),
        Some(_) => {
            let anchor = full_name(checker, CHECKER_NAME, "-")?.to_ascii_lowercase();
            Ok(format!("{DOCUMENTATION}{anchor}"))
        }
        None => {
            let name = full_name(checker, CHECKER_NAME, ".")?;
            Err(FieldError::new(
                Code::ClangCheckers,
                checker,
                format!("missing Documentation for {name}"),
            ))
        }
    }
}

/// Whether the checker or a package it lies in is hidden.
fn is_hidden(checker: Record<'_>) -> Result<bool, FieldError> {
    for record in with_packages(checker)? {
        if record.bit("Hidden")? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn dependencies(checkers: &[Record<'_>], field: &str) -> Result<Vec<[String; 2]>, FieldError> {
    let mut pairs = Vec::new();
    for &checker in checkers {
        for other in records(checker, field)? {
            let [first, second] = [checker, other].map(|r| full_name(r, CHECKER_NAME, "."));
            pairs.push([first?, second?]);
        }
    }
    Ok(pairs)
}

/// The options in field `field` of all `owners`, whose names are in field `name`.
fn options<'s>(
    owners: &[Record<'s>],
    field: &str,
    name: &str,
) -> Result<Vec<CheckerOption<'s>>, FieldError> {
    let mut options = Vec::new();
    for &owner in owners {
        for option in records(owner, field)? {
            let flag = text(option, "CmdFlag")?;
            let unknown = |what: &str| {
                let message = format!("unable to parse {what} of option '{flag}'");
                FieldError::new(Code::ClangCheckers, option, message)
            };
            let ty = match number(option, "Type")? {
                Some(0) => "int",
                Some(1) => "string",
                Some(2) => "bool",
                _ => return Err(unknown("command line option type")),
            };
            let stage = match number(option, "DevelopmentStage")? {
                Some(0) => "alpha",
                Some(1) => "released",
                _ => return Err(unknown("development stage")),
            };
            options.push(CheckerOption {
                owner: full_name(owner, name, ".")?,
                ty,
                flag,
                description: text(option, "Desc")?,
                default: text(option, "DefaultVal")?,
                stage,
                is_hidden: option.bit("Hidden")?,
            });
        }
    }
    Ok(options)
}
