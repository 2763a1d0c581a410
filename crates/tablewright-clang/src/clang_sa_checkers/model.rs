//! Packages and checkers by full name.

use tablewright_backend::string_map_order;
use tablewright_records::{FieldError, Record, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::checker::{CheckerRecord, CmdLineOptionRecord, PackageRecord};

/// The documentation address, to which the checker name is appended.
const DOCUMENTATION: &str = "https://clang.llvm.org/docs/analyzer/checkers.html#";
/// Maximum nesting depth of packages.
const MAX_DEPTH: usize = 100;

pub(crate) struct Registry<'s> {
    /// Distinct full package names.
    pub(crate) packages: Vec<String>,
    pub(crate) package_options: Vec<CheckerOption<'s>>,
    pub(crate) checkers: Vec<Checker<'s>>,
    /// Pairs (A, B) of checkers: A requires B.
    pub(crate) dependencies: Vec<[String; 2]>,
    /// Pairs (A, B) of checkers: B should run before A.
    pub(crate) weak_dependencies: Vec<[String; 2]>,
    pub(crate) checker_options: Vec<CheckerOption<'s>>,
}

pub(crate) struct Checker<'s> {
    pub(crate) full_name: String,
    /// The full names of its packages from inside out.
    pub(crate) packages: Vec<String>,
    pub(crate) class: &'s str,
    pub(crate) help: &'s str,
    /// The documentation address; empty if there is none.
    pub(crate) documentation: String,
    pub(crate) is_hidden: bool,
}

pub(crate) struct CheckerOption<'s> {
    /// The full name of its checker or package.
    pub(crate) owner: String,
    pub(crate) ty: &'static str,
    pub(crate) flag: &'s str,
    pub(crate) description: &'s str,
    pub(crate) default: &'s str,
    pub(crate) stage: &'static str,
    pub(crate) is_hidden: bool,
}

pub(crate) fn collect(store: &RecordStore) -> Result<Registry<'_>, FieldError> {
    let checkers = CheckerRecord::all(store)?;
    let packages = PackageRecord::all(store)?;
    let mut registry = Registry {
        packages: package_names(&packages, store)?,
        package_options: Vec::new(),
        checkers: Vec::with_capacity(checkers.len()),
        dependencies: Vec::new(),
        weak_dependencies: Vec::new(),
        checker_options: Vec::new(),
    };
    for &package in &packages {
        for option in package.package_options()?.unwrap_or_default() {
            registry
                .package_options
                .push(CheckerOption::new(SaCheckersOwner::Package(package), option)?);
        }
    }
    for &checker in &checkers {
        let others = checker.dependencies()?;
        add_dependencies(checker, others, &mut registry.dependencies)?;
    }
    for &checker in &checkers {
        let others = checker.weak_dependencies()?;
        add_dependencies(checker, others, &mut registry.weak_dependencies)?;
    }
    for &checker in &checkers {
        for option in checker.checker_options()?.unwrap_or_default() {
            registry
                .checker_options
                .push(CheckerOption::new(SaCheckersOwner::Checker(checker), option)?);
        }
    }
    for checker in checkers {
        registry.checkers.push(Checker {
            full_name: SaCheckersOwner::Checker(checker).full_name(".")?,
            packages: SaCheckersOwner::Checker(checker).package_names()?,
            class: checker.name(),
            help: checker.help_text()?.0.unwrap_or_default(),
            documentation: documentation(checker)?,
            is_hidden: is_hidden(checker)?,
        });
    }
    Ok(registry)
}

/// Adds a pair with the checker for each of `others`.
fn add_dependencies(
    checker: CheckerRecord<'_>,
    others: Option<Vec<CheckerRecord<'_>>>,
    pairs: &mut Vec<[String; 2]>,
) -> Result<(), FieldError> {
    for other in others.unwrap_or_default() {
        let [first, second] =
            [checker, other].map(|each| SaCheckersOwner::Checker(each).full_name("."));
        pairs.push([first?, second?]);
    }
    Ok(())
}

/// A checker or package.
#[derive(Clone, Copy)]
enum SaCheckersOwner<'s> {
    Checker(CheckerRecord<'s>),
    Package(PackageRecord<'s>),
}

impl<'s> SaCheckersOwner<'s> {
    fn record(self) -> Record<'s> {
        match self {
            SaCheckersOwner::Checker(checker) => checker.into(),
            SaCheckersOwner::Package(package) => package.into(),
        }
    }

    /// Returns the enclosing packages from inside out.
    fn packages(self) -> Result<Vec<PackageRecord<'s>>, FieldError> {
        let mut next = match self {
            SaCheckersOwner::Checker(checker) => checker.parent_package()?,
            SaCheckersOwner::Package(package) => package.parent_package()?,
        };
        let mut packages = Vec::new();
        while let Some(package) = next {
            if packages.len() >= MAX_DEPTH {
                let message =
                    format!("packages lie more than {MAX_DEPTH} levels deep in each other");
                return Err(FieldError::new(Code::NodeHierarchies, self.record(), message));
            }
            packages.push(package);
            next = package.parent_package()?;
        }
        Ok(packages)
    }

    /// Returns the full names of the enclosing packages from inside out.
    fn package_names(self) -> Result<Vec<String>, FieldError> {
        let packages = self.packages()?.into_iter().map(SaCheckersOwner::Package);
        packages.map(|package| package.full_name(".")).collect()
    }

    /// Returns the name with all enclosing packages as prefixes.
    fn full_name(self, separator: &str) -> Result<String, FieldError> {
        let packages = self.packages()?;
        let mut names = vec![match self {
            SaCheckersOwner::Checker(checker) => {
                named(checker, "CheckerName", checker.checker_name()?)?
            }
            SaCheckersOwner::Package(package) => {
                named(package, "PackageName", package.package_name()?)?
            }
        }];
        for package in packages {
            names.push(named(package, "PackageName", package.package_name()?)?);
        }
        names.reverse();
        Ok(names.join(separator))
    }
}

/// Returns the required name in `field`.
fn named<'s>(
    record: impl Into<Record<'s>>,
    field: &str,
    name: &'s str,
) -> Result<&'s str, FieldError> {
    if name.is_empty() {
        return Err(FieldError::new(Code::FieldValue, record, format!("`{field}' is empty")));
    }
    Ok(name)
}

/// Returns the full names in the reference release's order.
fn package_names(
    packages: &[PackageRecord<'_>],
    store: &RecordStore,
) -> Result<Vec<String>, FieldError> {
    let mut names = Vec::with_capacity(packages.len());
    for &package in packages {
        names.push(SaCheckersOwner::Package(package).full_name(".")?);
    }
    let mut order = string_map_order(store);
    let mut distinct = Vec::new();
    for name in &names {
        if order.insert(name) == distinct.len() {
            distinct.push(name.clone());
        }
    }
    Ok(order.indices().map(|index| std::mem::take(&mut distinct[index])).collect())
}

/// Converts bits in a field to a number; `None` if a bit is unset.
fn number(record: Record<'_>, field: &str, value: ValueId) -> Result<Option<i64>, FieldError> {
    if value == ValueId::UNSET {
        return Ok(None);
    }
    Ok(record.bits(field)?.to_int())
}

fn documentation(checker: CheckerRecord<'_>) -> Result<String, FieldError> {
    match number(checker.into(), "Documentation", checker.documentation()?)? {
        Some(0) => Ok(String::new()),
        Some(_) => {
            let anchor = SaCheckersOwner::Checker(checker).full_name("-")?.to_ascii_lowercase();
            Ok(format!("{DOCUMENTATION}{anchor}"))
        }
        None => {
            let name = SaCheckersOwner::Checker(checker).full_name(".")?;
            let message = format!("missing Documentation for {name}");
            Err(FieldError::new(Code::MissingDocumentation, checker, message))
        }
    }
}

/// Whether the checker or an enclosing package is hidden.
fn is_hidden(checker: CheckerRecord<'_>) -> Result<bool, FieldError> {
    let packages = SaCheckersOwner::Checker(checker).packages()?;
    if checker.is_hidden()? {
        return Ok(true);
    }
    for package in packages {
        if package.is_hidden()? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl<'s> CheckerOption<'s> {
    fn new(
        owner: SaCheckersOwner<'s>,
        option: CmdLineOptionRecord<'s>,
    ) -> Result<CheckerOption<'s>, FieldError> {
        let flag = option.cmd_flag()?.0.unwrap_or_default();
        let unknown = |what: &str| {
            let message = format!("unable to parse {what} of option '{flag}'");
            FieldError::new(Code::FieldValue, option, message)
        };
        let ty = match number(option.into(), "Type", option.ty()?)? {
            Some(0) => "int",
            Some(1) => "string",
            Some(2) => "bool",
            _ => return Err(unknown("command line option type")),
        };
        let stage = option.development_stage()?;
        let stage = match number(option.into(), "DevelopmentStage", stage)? {
            Some(0) => "alpha",
            Some(1) => "released",
            _ => return Err(unknown("development stage")),
        };
        Ok(CheckerOption {
            owner: owner.full_name(".")?,
            ty,
            flag,
            description: option.desc()?.0.unwrap_or_default(),
            default: option.default_val()?.0.unwrap_or_default(),
            stage,
            is_hidden: option.is_hidden()?,
        })
    }
}
