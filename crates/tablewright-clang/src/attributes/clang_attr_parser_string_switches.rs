//! `--gen-clang-attr-parser-string-switches`: attribute properties that Clang's parser needs before
//! it reads the arguments.
//!
//! In: the attributes. Out: a list of names for each property, as `StringSwitch` cases.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, append};

use super::model::ClangAttribute;
use super::model::late_parsing::LateParsing;
use super::model::parsed::{AttrSelection, ParsedAttributes};
use super::model::spelling::{self, AttrSpelling};
use super::model::target_condition::TargetCondition;
use crate::record_views::attr::{ArgumentRecord, TargetSpecificAttrRecord};

/// The names with values for a property, after the macro that selects the property.
struct StringSwitchSection<'s> {
    macro_name: &'static str,
    cases: Vec<(&'s str, String)>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let sections = Questions::new(job.store)?.sections()?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("What the parser knows of attributes", Some(source));
        sections.iter().for_each(|section| emit(section, w));
    })
}

/// A property's value for an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PropertyValue {
    Yes,
    /// A bit per argument; zero means no.
    Mask(u64),
}

/// Input for the properties.
struct Questions<'s> {
    store: &'s RecordStore,
    all: Vec<(ClangAttribute<'s>, Vec<ArgumentRecord<'s>>)>,
    /// The attributes that Clang handles, one for each kind.
    handled: Vec<ClangAttribute<'s>>,
    /// Number of attributes with each name. `None` if properties do not depend on the syntax.
    uses_of_names: Option<FxHashMap<&'s str, usize>>,
}

impl<'s> Questions<'s> {
    fn new(store: &'s RecordStore) -> Result<Questions<'s>, FieldError> {
        let mut all = Vec::new();
        for attribute in ClangAttribute::all(store)? {
            all.push((attribute, attribute.record().args()?));
        }
        let parsed = ParsedAttributes::collect(store, AttrSelection::Handled)?;
        let handled = parsed.kinds.into_iter().map(|kind| kind.attribute).collect();
        let mut uses_of_names = None;
        if store.release().has(Feature::AttributeNamesHaveSyntax) {
            let uses: &mut FxHashMap<_, _> = uses_of_names.insert(FxHashMap::default());
            for (attribute, _) in &all {
                for name in spelling::unique_names(&attribute.spellings()?) {
                    *uses.entry(name).or_insert(0) += 1;
                }
            }
        }
        Ok(Questions { store, all, handled, uses_of_names })
    }

    fn sections(&self) -> Result<Vec<StringSwitchSection<'s>>, FieldError> {
        let mut sections = vec![
            self.handled("CLANG_ATTR_ARG_CONTEXT_LIST", |attribute| {
                attribute.record().parse_arguments_as_unevaluated()
            })?,
            self.first("CLANG_ATTR_IDENTIFIER_ARG_LIST", ArgumentRecord::is_identifier)?,
            self.string_literals()?,
            self.first(
                "CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST",
                ArgumentRecord::is_variadic_identifier,
            )?,
            self.first("CLANG_ATTR_THIS_ISA_IDENTIFIER_ARG_LIST", ArgumentRecord::takes_this)?,
            self.handled("CLANG_ATTR_ACCEPTS_EXPR_PACK", ClangAttribute::accepts_pack)?,
            self.first("CLANG_ATTR_TYPE_ARG_LIST", ArgumentRecord::is_type)?,
        ];
        sections.extend(self.late_parsed()?);
        if self.store.release().has(Feature::AttributesCanBeCompared) {
            sections.push(self.parsed_in_function_scope()?);
        }
        sections.push(match self.uses_of_names {
            Some(_) => self.strict_identifiers()?,
            None => self.strict_identifier_masks()?,
        });
        Ok(sections)
    }

    /// Creates a section from values. If values depend on the syntax, the section is sorted by
    /// name, and a name with several attributes has a condition.
    fn section(
        &self,
        macro_name: &'static str,
        answers: impl IntoIterator<Item = (ClangAttribute<'s>, PropertyValue)>,
    ) -> Result<StringSwitchSection<'s>, FieldError> {
        let Some(uses_of_names) = &self.uses_of_names else {
            return plain_section(macro_name, answers);
        };
        let mut by_name: BTreeMap<
            &str,
            Vec<(ClangAttribute<'s>, AttrSpelling<'s>, PropertyValue)>,
        > = BTreeMap::new();
        for (attribute, answer) in answers {
            for spelling in attribute.spellings()? {
                let same_name = by_name.entry(spelling.name).or_default();
                same_name.push((attribute, spelling, answer));
            }
        }
        let mut cases = Vec::with_capacity(by_name.len());
        for (name, same_name) in by_name {
            let value = match &same_name[..] {
                [(.., answer), ..] if uses_of_names[name] == 1 => answer.text(),
                several => conditional_answer(several)?,
            };
            cases.push((name, value));
        }
        Ok(StringSwitchSection { macro_name, cases })
    }

    /// Lists the attributes whose first argument has the property. An attribute without arguments
    /// does not.
    fn first(
        &self,
        macro_name: &'static str,
        question: fn(ArgumentRecord<'s>) -> bool,
    ) -> Result<StringSwitchSection<'s>, FieldError> {
        let has = |arguments: &[ArgumentRecord<'s>]| {
            arguments.first().is_some_and(|&argument| question(argument))
        };
        let attributes = self.all.iter().filter(|(_, arguments)| has(arguments));
        self.section(macro_name, attributes.map(|(attribute, _)| (*attribute, PropertyValue::Yes)))
    }

    /// Lists the handled attributes with the property.
    fn handled(
        &self,
        macro_name: &'static str,
        question: impl Fn(ClangAttribute<'s>) -> Result<bool, FieldError>,
    ) -> Result<StringSwitchSection<'s>, FieldError> {
        let mut answers = Vec::new();
        for &attribute in &self.handled {
            if question(attribute)? {
                answers.push((attribute, PropertyValue::Yes));
            }
        }
        self.section(macro_name, answers)
    }

    /// Lists the attributes with late parsed arguments, separately for both modes.
    fn late_parsed(&self) -> Result<[StringSwitchSection<'s>; 2], FieldError> {
        let mut sections = [
            StringSwitchSection::new("CLANG_ATTR_LATE_PARSED_LIST"),
            StringSwitchSection::new("CLANG_ATTR_LATE_PARSED_EXPERIMENTAL_EXT_LIST"),
        ];
        for &(attribute, _) in &self.all {
            match attribute.late_parsing()? {
                LateParsing::Never => {}
                LateParsing::Standard => sections[0].add_gnu(attribute)?,
                LateParsing::ExperimentalExt => sections[1].add_gnu(attribute)?,
            }
        }
        Ok(sections)
    }

    /// Lists the attributes whose arguments can mention function parameters.
    fn parsed_in_function_scope(&self) -> Result<StringSwitchSection<'s>, FieldError> {
        let mut section = StringSwitchSection::new("CLANG_ATTR_PARSE_ARGS_IN_FUNCTION_SCOPE_LIST");
        for &(attribute, _) in &self.all {
            if attribute.record().parse_args_in_function_scope()? {
                section.add_gnu(attribute)?;
            }
        }
        Ok(section)
    }

    /// Lists the attributes with an identifier argument that cannot be an expression.
    fn strict_identifiers(&self) -> Result<StringSwitchSection<'s>, FieldError> {
        let mut answers = Vec::new();
        for (attribute, arguments) in &self.all {
            if attribute.record().has_strict_enum_parameters()?
                && arguments.iter().any(|argument| argument.is_identifier())
            {
                answers.push((*attribute, PropertyValue::Yes));
            }
        }
        self.section("CLANG_ATTR_STRICT_IDENTIFIER_ARG_LIST", answers)
    }

    /// Lists the identifier arguments that cannot be expressions, as bit masks.
    fn strict_identifier_masks(&self) -> Result<StringSwitchSection<'s>, FieldError> {
        let mut section =
            StringSwitchSection::new("CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST");
        for (attribute, arguments) in &self.all {
            if !attribute.record().has_strict_enum_parameters()? {
                continue;
            }
            // As in the reference release, the first argument decides for all arguments.
            if arguments.first().is_some_and(|argument| argument.is_identifier()) {
                let mask = u64::MAX >> (64 - arguments.len().min(64));
                section.add(*attribute, &format!("{mask}ull"))?;
            }
        }
        Ok(section)
    }

    /// Lists the string literal arguments, as bit masks.
    fn string_literals(&self) -> Result<StringSwitchSection<'s>, FieldError> {
        const MACRO: &str = "CLANG_ATTR_STRING_LITERAL_ARG_LIST";
        if self.uses_of_names.is_none() {
            return string_literals_by_target(MACRO, self.store);
        }
        let mut answers = Vec::new();
        for (attribute, _) in &self.all {
            let mask = string_literal_mask(*attribute)?;
            if mask != 0 {
                answers.push((*attribute, PropertyValue::Mask(mask)));
            }
        }
        self.section(MACRO, answers)
    }
}

impl PropertyValue {
    fn text(self) -> String {
        match self {
            PropertyValue::Yes => "true".to_owned(),
            PropertyValue::Mask(mask) => mask.to_string(),
        }
    }

    /// Returns the value in a conditional expression.
    fn number(self) -> u64 {
        match self {
            PropertyValue::Yes => 1,
            PropertyValue::Mask(mask) => mask,
        }
    }
}

/// Returns a conditional expression for a name with several attributes. It depends on syntax, scope
/// and target.
fn conditional_answer(
    spellings: &[(ClangAttribute<'_>, AttrSpelling<'_>, PropertyValue)],
) -> Result<String, FieldError> {
    let mut conditions = Vec::with_capacity(spellings.len());
    for (attribute, spelling, answer) in spellings {
        let AttrSpelling { variety, namespace, .. } = *spelling;
        let mut condition = format!("(Syntax==AttributeCommonInfo::AS_{variety} && ");
        match namespace {
            "" => condition.push_str("!ScopeName"),
            _ => append!(&mut condition, "ScopeName && ScopeName->getName()==\"", namespace, "\""),
        }
        // Attributes without a common kind are distinguished elsewhere.
        if attribute.shared_kind()?.is_some() {
            let target = TargetSpecificAttrRecord::new(attribute.record().into()).target()?;
            append!(&mut condition, " && ", TargetCondition::read(target)?);
        }
        condition.push(')');
        conditions.push((condition, *answer));
    }
    if let [(condition, PropertyValue::Yes)] = &conditions[..] {
        return Ok(condition.clone());
    }
    let mut text = String::new();
    for (condition, answer) in conditions {
        append!(&mut text, &condition, " ? ", answer.number(), " : ");
    }
    text.push('0');
    Ok(text)
}

impl<'s> StringSwitchSection<'s> {
    fn new(macro_name: &'static str) -> StringSwitchSection<'s> {
        StringSwitchSection { macro_name, cases: Vec::new() }
    }

    /// Adds a case for each name of the attribute, independent of the syntax.
    fn add(&mut self, attribute: ClangAttribute<'s>, value: &str) -> Result<(), FieldError> {
        let names = spelling::unique_names(&attribute.spellings()?);
        self.cases.extend(names.into_iter().map(|name| (name, value.to_owned())));
        Ok(())
    }

    /// Adds a case for each spelling in GNU syntax. Other syntaxes do not apply.
    fn add_gnu(&mut self, attribute: ClangAttribute<'s>) -> Result<(), FieldError> {
        let spellings = attribute.spellings()?;
        let gnu = spellings.iter().filter(|spelling| spelling.variety == "GNU");
        self.cases.extend(gnu.map(|spelling| (spelling.name, "1".to_owned())));
        Ok(())
    }
}

/// Creates a section in attribute order. Only the name decides.
fn plain_section<'s>(
    macro_name: &'static str,
    answers: impl IntoIterator<Item = (ClangAttribute<'s>, PropertyValue)>,
) -> Result<StringSwitchSection<'s>, FieldError> {
    let mut section = StringSwitchSection::new(macro_name);
    for (attribute, answer) in answers {
        section.add(attribute, &answer.text())?;
    }
    Ok(section)
}

/// Lists the string literal arguments if attributes with the same name differ only in their target.
fn string_literals_by_target<'s>(
    macro_name: &'static str,
    store: &'s RecordStore,
) -> Result<StringSwitchSection<'s>, FieldError> {
    let mut section = StringSwitchSection::new(macro_name);
    let parsed = ParsedAttributes::collect(store, AttrSelection::All)?;
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

/// Returns a bit for each string literal argument. The parser reads the first 32 bits.
fn string_literal_mask(attribute: ClangAttribute<'_>) -> Result<u64, FieldError> {
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

fn emit(section: &StringSwitchSection<'_>, w: &mut CppWriter<'_>) {
    append!(w, "#if defined(", section.macro_name, ")\n");
    for (name, value) in &section.cases {
        append!(w, ".Case(\"", name, "\", ", value, ")\n");
    }
    append!(w, "#endif // ", section.macro_name, "\n\n");
}
