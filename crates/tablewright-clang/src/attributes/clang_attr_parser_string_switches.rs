//! `--gen-clang-attr-parser-string-switches`: what Clang's parser has to know of an attribute before it
//! reads the arguments.
//!
//! In come the attributes; out come lists of names, each for one question of the parser, as cases of a
//! `StringSwitch`.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, append};

use super::model::Attribute;
use super::model::late_parsing::LateParsing;
use super::model::parsed::{ParsedAttributes, Selection};
use super::model::spelling;
use super::model::target_condition::TargetCondition;
use crate::record_views::attr::{ArgumentRecord, TargetSpecificAttrRecord};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-clang-attr-parser-string-switches",
    help: "Generate all parser-related attribute string switches",
    options: &[],
    run,
};

/// The names for which a question is answered, behind a macro that selects the question.
struct Section<'s> {
    macro_name: &'static str,
    cases: Vec<(&'s str, String)>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sections = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("What the parser knows of attributes", Some(source));
        sections.iter().for_each(|section| emit(section, w));
    })
}

fn collect(store: &RecordStore) -> Result<Vec<Section<'_>>, FieldError> {
    let all = Attribute::all(store)?;
    let handled = handled(store)?;
    let unevaluated = flags("CLANG_ATTR_ARG_CONTEXT_LIST", &handled, |attribute| {
        attribute.record().parse_arguments_as_unevaluated()
    })?;
    let mut arguments = Vec::with_capacity(all.len());
    for &attribute in &all {
        arguments.push((attribute, attribute.record().args()?));
    }
    let first = |macro_name, question| first_arguments(macro_name, &arguments, question);
    let mut sections = vec![
        unevaluated,
        first("CLANG_ATTR_IDENTIFIER_ARG_LIST", ArgumentRecord::is_identifier)?,
        string_literals(store)?,
        first("CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST", ArgumentRecord::is_variadic_identifier)?,
        first("CLANG_ATTR_THIS_ISA_IDENTIFIER_ARG_LIST", ArgumentRecord::takes_this)?,
        flags("CLANG_ATTR_ACCEPTS_EXPR_PACK", &handled, Attribute::accepts_pack)?,
        first("CLANG_ATTR_TYPE_ARG_LIST", ArgumentRecord::is_type)?,
    ];
    sections.extend(late_parsed(&all)?);
    sections.push(strict_identifiers(&arguments)?);
    Ok(sections)
}

/// The attributes that Clang does something about, one of each kind.
fn handled(store: &RecordStore) -> Result<Vec<Attribute<'_>>, FieldError> {
    let parsed = ParsedAttributes::collect(store, Selection::Handled)?;
    Ok(parsed.kinds.into_iter().map(|kind| kind.attribute).collect())
}

/// The attributes for which the answer about the first argument is yes. Where there is none, it is
/// no.
fn first_arguments<'s>(
    macro_name: &'static str,
    attributes: &[(Attribute<'s>, Vec<ArgumentRecord<'s>>)],
    question: fn(ArgumentRecord<'s>) -> bool,
) -> Result<Section<'s>, FieldError> {
    let mut section = Section::new(macro_name);
    for (attribute, arguments) in attributes {
        if arguments.first().is_some_and(|&argument| question(argument)) {
            section.add(*attribute, "true")?;
        }
    }
    Ok(section)
}

impl<'s> Section<'s> {
    fn new(macro_name: &'static str) -> Section<'s> {
        Section { macro_name, cases: Vec::new() }
    }

    /// Adds a case for each name of the attribute, whatever the syntax.
    fn add(&mut self, attribute: Attribute<'s>, value: &str) -> Result<(), FieldError> {
        let names = spelling::unique_names(&attribute.spellings()?);
        self.cases.extend(names.into_iter().map(|name| (name, value.to_owned())));
        Ok(())
    }
}

/// The attributes for which the answer is yes.
fn flags<'s>(
    macro_name: &'static str,
    attributes: &[Attribute<'s>],
    answer: impl Fn(Attribute<'s>) -> Result<bool, FieldError>,
) -> Result<Section<'s>, FieldError> {
    let mut section = Section::new(macro_name);
    for &attribute in attributes {
        if answer(attribute)? {
            section.add(attribute, "true")?;
        }
    }
    Ok(section)
}

/// The attributes whose arguments are parsed late, in each of the two ways.
fn late_parsed<'s>(attributes: &[Attribute<'s>]) -> Result<[Section<'s>; 2], FieldError> {
    let mut sections = [
        Section::new("CLANG_ATTR_LATE_PARSED_LIST"),
        Section::new("CLANG_ATTR_LATE_PARSED_EXPERIMENTAL_EXT_LIST"),
    ];
    for &attribute in attributes {
        let section = match attribute.late_parsing()? {
            LateParsing::Never => continue,
            LateParsing::Standard => &mut sections[0],
            LateParsing::ExperimentalExt => &mut sections[1],
        };
        // Clang parses late in the syntax of GNU only.
        let spellings = attribute.spellings()?;
        let gnu = spellings.iter().filter(|spelling| spelling.variety == "GNU");
        section.cases.extend(gnu.map(|spelling| (spelling.name, "1".to_owned())));
    }
    Ok(sections)
}

/// Which arguments are identifiers, a bit each, of attributes in which no expression can stand there.
fn strict_identifiers<'s>(
    attributes: &[(Attribute<'s>, Vec<ArgumentRecord<'s>>)],
) -> Result<Section<'s>, FieldError> {
    let mut section = Section::new("CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST");
    for (attribute, arguments) in attributes {
        if !attribute.record().has_strict_enum_parameters()? {
            continue;
        }
        // As in the reference release, the first argument stands for all.
        if arguments.first().is_some_and(|argument| argument.is_identifier()) {
            let mask = u64::MAX >> (64 - arguments.len().min(64));
            section.add(*attribute, &format!("{mask}ull"))?;
        }
    }
    Ok(section)
}

/// Which arguments are string literals, a bit each. Attributes of several targets can share a name, so
/// that the answer depends on the target.
fn string_literals(store: &RecordStore) -> Result<Section<'_>, FieldError> {
    let mut section = Section::new("CLANG_ATTR_STRING_LITERAL_ARG_LIST");
    let parsed = ParsedAttributes::collect(store, Selection::All)?;
    for kind in &parsed.kinds {
        let attribute = kind.attribute;
        let mut masks = String::new();
        if let Some(shared_kind) = attribute.shared_kind()? {
            for attribute in std::iter::once(attribute).chain(parsed.duplicates_of(shared_kind)) {
                let mask = string_literal_mask(attribute)?;
                if mask != 0 {
                    let target =
                        TargetSpecificAttrRecord::new(attribute.record().into()).target()?;
                    append!(&mut masks, TargetCondition::read(target)?, " ? ", mask, " : ");
                }
            }
            if !masks.is_empty() {
                masks.push('0');
            }
        } else {
            let mask = string_literal_mask(attribute)?;
            if mask != 0 {
                append!(&mut masks, mask);
            }
        }
        if !masks.is_empty() {
            section.add(attribute, &masks)?;
        }
    }
    Ok(section)
}

/// A bit for each argument that is a string literal; the parser asks about the first 32.
fn string_literal_mask(attribute: Attribute<'_>) -> Result<u64, FieldError> {
    let mut mask = 0;
    for (i, argument) in attribute.record().args()?.into_iter().enumerate().take(32) {
        if argument.is_string_literal()? {
            mask |= 1 << i;
        }
        if argument.is_variadic_string_literal()? {
            mask |= (u64::from(u32::MAX) >> i) << i;
            break;
        }
    }
    Ok(mask)
}

fn emit(section: &Section<'_>, w: &mut CppWriter<'_>) {
    append!(w, "#if defined(", section.macro_name, ")\n");
    for (name, value) in &section.cases {
        append!(w, ".Case(\"", name, "\", ", value, ")\n");
    }
    append!(w, "#endif // ", section.macro_name, "\n\n");
}
