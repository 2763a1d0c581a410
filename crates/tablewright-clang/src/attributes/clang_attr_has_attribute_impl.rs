//! `--gen-clang-attr-has-attribute-impl`: results of `__has_attribute` and similar macros.
//!
//! In: the attributes. Out: for each syntax and namespace, the version of each name, or a condition
//! on the target under which the name has a version.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job, string_map_order};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{CppWriter, append};

use super::model::spelling::{self, AttrSpelling};
use super::model::target_condition::TargetCondition;
use super::model::{ClangAttribute, error};
use crate::record_views::attr::TargetSpecificAttrRecord;

/// The syntaxes without namespaces, in printing order.
const PLAIN: [&str; 5] = ["GNU", "Declspec", "Microsoft", "Pragma", "HLSLAnnotation"];
/// The syntaxes with namespaces.
const SCOPED: [&str; 2] = ["CXX11", "C23"];

struct HasAttributeModel<'s> {
    /// In the order of [`PLAIN`].
    plain: Vec<Vec<HasAttributeCase<'s>>>,
    /// In the order of [`SCOPED`], by namespace.
    scoped: Vec<Vec<(&'s str, Vec<HasAttributeCase<'s>>)>>,
}

/// The result for a name.
struct HasAttributeCase<'s> {
    name: &'s str,
    value: HasAttributeValue<'s>,
}

/// A case's value.
enum HasAttributeValue<'s> {
    /// A single attribute. If several attributes have the name, each has a case, and the first is
    /// used.
    One(HasAttributeVersion<'s>),
    /// All attributes with the name. At least one must be available.
    AnyOf(Vec<HasAttributeVersion<'s>>),
}

/// An attribute's version.
#[derive(PartialEq)]
struct HasAttributeVersion<'s> {
    number: i32,
    /// Target conditions, concatenated without a separator.
    conditions: Vec<TargetCondition<'s>>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store, job.diagnostics)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Which attributes there are", Some(source));
        emit(&model, w);
    })
}

/// A spelling in a syntax and namespace.
#[derive(Clone, Copy)]
struct Written<'s> {
    attribute: ClangAttribute<'s>,
    spelling: AttrSpelling<'s>,
    /// Whether target conditions are possible.
    is_target_specific: bool,
}

fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<HasAttributeModel<'s>, FieldError> {
    let mut plain: [Vec<Written<'s>>; 5] = Default::default();
    let mut scoped: [BTreeMap<&'s str, Vec<Written<'s>>>; 2] = Default::default();
    for attribute in ClangAttribute::all(store)? {
        let is_target_specific = is_target_specific(attribute)?;
        for spelling in attribute.spellings()? {
            let variety = spelling.variety;
            let written = Written { attribute, spelling, is_target_specific };
            if let Some(index) = PLAIN.iter().position(|name| *name == variety) {
                plain[index].push(written);
            } else if let Some(index) = SCOPED.iter().position(|name| *name == variety) {
                scoped[index].entry(spelling.namespace).or_default().push(written);
            }
        }
    }
    let is_grouped = store.release().has(Feature::AttributeNamesHaveSyntax);
    let mut cases = |written: &[Written<'s>],
                     scope|
     -> Result<Vec<HasAttributeCase<'s>>, FieldError> {
        let mut cases = Vec::with_capacity(written.len());
        for &written in written {
            cases.push((written.spelling.name, version(written, scope, diagnostics)?));
        }
        Ok(if is_grouped {
            grouped(cases, store)
        } else {
            let case =
                |(name, version)| HasAttributeCase { name, value: HasAttributeValue::One(version) };
            cases.into_iter().map(case).collect()
        })
    };
    let mut model = HasAttributeModel { plain: Vec::new(), scoped: Vec::new() };
    for written in &plain {
        model.plain.push(cases(written, "")?);
    }
    for by_scope in &scoped {
        let scopes = by_scope.iter().map(|(scope, written)| Ok((*scope, cases(written, scope)?)));
        model.scoped.push(scopes.collect::<Result<_, FieldError>>()?);
    }
    Ok(model)
}

fn is_target_specific(attribute: ClangAttribute<'_>) -> Result<bool, FieldError> {
    Ok(attribute.inherits(TargetSpecificAttrRecord::CLASS)
        || !attribute.record().target_specific_spellings()?.is_empty())
}

/// Groups the versions by name, in the order of the reference's string map.
fn grouped<'s>(
    versions: Vec<(&'s str, HasAttributeVersion<'s>)>,
    store: &RecordStore,
) -> Vec<HasAttributeCase<'s>> {
    let mut order = string_map_order(store);
    let mut by_name: Vec<Option<HasAttributeCase<'s>>> = Vec::new();
    for (name, version) in versions {
        let index = order.insert(name);
        match by_name.get_mut(index) {
            Some(Some(HasAttributeCase { value: HasAttributeValue::AnyOf(versions), .. })) => {
                // As in the reference, a version is skipped only if it equals the only version so
                // far.
                if !matches!(&versions[..], [only] if *only == version) {
                    versions.push(version);
                }
            }
            _ => by_name.push(Some(HasAttributeCase {
                name,
                value: HasAttributeValue::AnyOf(vec![version]),
            })),
        }
    }
    order.indices().filter_map(|index| by_name[index].take()).collect()
}

fn version<'s>(
    written: Written<'s>,
    scope: &str,
    diagnostics: &mut Diagnostics,
) -> Result<HasAttributeVersion<'s>, FieldError> {
    let Written { attribute, spelling, is_target_specific } = written;
    // A pragma with a namespace does not have a version. It is identified by its name only.
    let has_version = spelling.namespace.is_empty() || spelling.namespace == scope;
    let mut version = 1;
    if has_version {
        let record = spelling.record();
        version = record.version()? as i32;
        // Standard attributes have versions other than 1.
        let is_standard = scope.is_empty() && SCOPED.contains(&spelling.variety);
        if is_standard && version == 1 {
            let message = "Standard attributes must have valid version information.";
            diagnostics.push(Diagnostic::from(error(Code::AttributeSpellings, record, message)));
        }
    }
    let name = if has_version { spelling.name } else { "" };
    let conditions =
        if is_target_specific { conditions(attribute, scope, name)? } else { Vec::new() };
    Ok(HasAttributeVersion { number: version, conditions })
}

/// Returns the target conditions for an attribute's name.
fn conditions<'s>(
    attribute: ClangAttribute<'s>,
    scope: &str,
    name: &str,
) -> Result<Vec<TargetCondition<'s>>, FieldError> {
    let record = attribute.record();
    if let Some(target_specific) = TargetSpecificAttrRecord::from_record(record) {
        return Ok(vec![TargetCondition::read(target_specific.target()?)?]);
    }
    let mut conditions = Vec::new();
    for part in record.target_specific_spellings()? {
        let spellings = spelling::for_records(part.spellings()?)?;
        if spellings.iter().any(|spelling| spelling.namespace == scope && spelling.name == name) {
            conditions.push(TargetCondition::read(part.target()?)?);
        }
    }
    Ok(conditions)
}

fn emit(model: &HasAttributeModel<'_>, w: &mut CppWriter<'_>) {
    w.raw("const llvm::Triple &T = Target.getTriple();\nswitch (Syntax) {\n");
    for (syntax, cases) in PLAIN.iter().zip(&model.plain) {
        append!(w, "case AttributeCommonInfo::Syntax::AS_", syntax, ":\n");
        emit_cases(cases, w);
    }
    for (syntax, scopes) in SCOPED.iter().zip(&model.scoped) {
        append!(w, "case AttributeCommonInfo::Syntax::AS_", syntax, ": {\n");
        for (i, (scope, cases)) in scopes.iter().enumerate() {
            w.raw(if i == 0 { "" } else { " else " });
            append!(w, "if (ScopeName == \"", scope, "\") {\n");
            emit_cases(cases, w);
            w.raw("}");
        }
        w.raw("\n} break;\n");
    }
    w.text_block(
        r#"
        case AttributeCommonInfo::Syntax::AS_Keyword:
        case AttributeCommonInfo::Syntax::AS_ContextSensitiveKeyword:
          llvm_unreachable("hasAttribute not supported for keyword");
          return 0;
        case AttributeCommonInfo::Syntax::AS_Implicit:
          llvm_unreachable ("hasAttribute not supported for AS_Implicit");
          return 0;
        }
        "#,
    );
}

fn emit_cases(cases: &[HasAttributeCase<'_>], w: &mut CppWriter<'_>) {
    w.raw("  return llvm::StringSwitch<int>(Name)\n");
    for HasAttributeCase { name, value } in cases {
        append!(w, "    .Case(\"", name, "\", ");
        match value {
            HasAttributeValue::One(version) => emit_version(version, w),
            HasAttributeValue::AnyOf(versions) => {
                for (i, version) in versions.iter().enumerate() {
                    w.raw(if i == 0 { "(" } else { " || (" });
                    emit_version(version, w);
                    w.raw(")");
                }
            }
        }
        w.raw(")\n");
    }
    w.raw("    .Default(0);\n");
}

fn emit_version(version: &HasAttributeVersion<'_>, w: &mut CppWriter<'_>) {
    for condition in &version.conditions {
        append!(w, condition);
    }
    match version.conditions[..] {
        [] => append!(w, i64::from(version.number)),
        [..] => append!(w, " ? ", i64::from(version.number), " : 0"),
    }
}
