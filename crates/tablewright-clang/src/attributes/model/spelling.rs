//! Spellings: the syntax and the name of an attribute.
//!
//! In: the field `Spellings`. Out: a spelling for each syntax. A GCC or Clang spelling expands to
//! several syntaxes.

use tablewright_records::{FieldError, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{Append, TextSink, append};

use super::ClangAttribute;
use crate::record_views::attr::{Cxx11Record, GccRecord, KeywordRecord, SpellingRecord};

/// A spelling in a single syntax.
#[doc(alias = "FlattenedSpelling")]
#[derive(Clone, Copy)]
pub(crate) struct AttrSpelling<'s> {
    /// The syntax name in the description, which is also the suffix of an enumerator `AS_…`.
    pub(crate) variety: &'s str,
    pub(crate) name: &'s str,
    /// Empty if the syntax does not have a namespace.
    pub(crate) namespace: &'s str,
    pub(crate) is_known_to_gcc: bool,
    record: SpellingRecord<'s>,
}

/// The text before an attribute's arguments.
pub(crate) struct Opening<'s> {
    parts: [&'s str; 4],
}

impl Append for Opening<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for part in self.parts {
            append!(out, part);
        }
    }
}

/// An attribute syntax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AttrSyntax {
    Gnu,
    Cxx11,
    C23,
    Declspec,
    Microsoft,
    Keyword,
    Pragma,
    HlslAnnotation,
}

impl AttrSyntax {
    /// All syntaxes with their names in the description.
    pub(crate) const ALL: [(AttrSyntax, &'static str); 8] = [
        (AttrSyntax::Gnu, "GNU"),
        (AttrSyntax::Cxx11, "CXX11"),
        (AttrSyntax::C23, "C23"),
        (AttrSyntax::Declspec, "Declspec"),
        (AttrSyntax::Microsoft, "Microsoft"),
        (AttrSyntax::Keyword, "Keyword"),
        (AttrSyntax::Pragma, "Pragma"),
        (AttrSyntax::HlslAnnotation, "HLSLAnnotation"),
    ];

    /// Returns the text before the namespace, between namespace and name, and after the arguments.
    pub(crate) fn delimiters(self) -> [&'static str; 3] {
        match self {
            AttrSyntax::Gnu => ["__attribute__((", "", "))"],
            AttrSyntax::Cxx11 | AttrSyntax::C23 => ["[[", "::", "]]"],
            AttrSyntax::Declspec => ["__declspec(", "", ")"],
            AttrSyntax::Microsoft => ["[", "", "]"],
            AttrSyntax::Keyword => ["", "", ""],
            AttrSyntax::Pragma => ["#pragma ", " ", ""],
            AttrSyntax::HlslAnnotation => [":", "", ""],
        }
    }
}

/// Expands the records in the field `Spellings`.
pub(crate) fn for_records(
    records: Vec<SpellingRecord<'_>>,
) -> Result<Vec<AttrSpelling<'_>>, FieldError> {
    let mut spellings = Vec::new();
    for record in records {
        let variety = record.variety()?;
        let name = record.spelled_name()?;
        match variety {
            "GCC" => push_vendors(&mut spellings, record, name, &["gnu"])?,
            "Clang" => push_vendors(&mut spellings, record, name, &["clang"])?,
            "ClangGCC" => push_vendors(&mut spellings, record, name, &["clang", "gnu"])?,
            _ => {
                let has_namespace = matches!(variety, "CXX11" | "C23" | "Pragma");
                let namespace =
                    if has_namespace { Cxx11Record::new(record.into()).namespace()? } else { "" };
                let is_known_to_gcc = false;
                spellings.push(AttrSpelling { variety, name, namespace, is_known_to_gcc, record });
            }
        }
    }
    Ok(spellings)
}

/// Adds a compiler spelling's expansion: GNU syntax, and syntaxes with the compiler's namespace.
fn push_vendors<'s>(
    spellings: &mut Vec<AttrSpelling<'s>>,
    record: SpellingRecord<'s>,
    name: &'s str,
    vendors: &[&'static str],
) -> Result<(), FieldError> {
    // A spelling of both compilers is not considered known to GCC.
    let is_known_to_gcc = vendors == ["gnu"];
    let mut push = |variety, namespace| {
        spellings.push(AttrSpelling { variety, name, namespace, is_known_to_gcc, record });
    };
    push("GNU", "");
    vendors.iter().for_each(|vendor| push("CXX11", vendor));
    if GccRecord::new(record.into()).is_allowed_in_c()? {
        vendors.iter().for_each(|vendor| push("C23", vendor));
    }
    Ok(())
}

impl<'s> AttrSpelling<'s> {
    /// Returns the syntax. Fails if the description names a syntax that Clang does not have.
    pub(crate) fn syntax(&self, attribute: ClangAttribute<'_>) -> Result<AttrSyntax, FieldError> {
        let syntax = AttrSyntax::ALL.iter().find(|(_, name)| *name == self.variety);
        let Some(&(syntax, _)) = syntax else {
            let message =
                format!("Spelling '{}' has the unknown variety '{}'", self.name, self.variety);
            return Err(attribute
                .error(Code::AttributeSpellings, message)
                .label_field(attribute.record(), "Spellings"));
        };
        Ok(syntax)
    }

    /// Returns the text before and after the arguments.
    pub(crate) fn around_arguments(&self, syntax: AttrSyntax) -> (Opening<'s>, &'static str) {
        let [before, separator, after] = syntax.delimiters();
        let separator = if self.namespace.is_empty() { "" } else { separator };
        (Opening { parts: [before, self.namespace, separator, self.name] }, after)
    }

    /// Returns the record.
    pub(crate) fn record(&self) -> SpellingRecord<'s> {
        self.record
    }

    /// Whether it is a keyword that is allowed wherever a standard attribute is allowed.
    pub(crate) fn is_regular_keyword(&self) -> Result<bool, FieldError> {
        let keyword = KeywordRecord::new(self.record.into());
        Ok(self.variety == "Keyword" && !keyword.has_own_parse_rules()?)
    }

    /// Returns the name for the parser's lookup. A GNU name may be surrounded by underscores.
    pub(crate) fn parsed_name(&self) -> &'s str {
        match self.name.strip_prefix("__") {
            // In a name with two or three underscores, prefix and suffix overlap.
            Some(stem) if self.variety == "GNU" && self.name.ends_with("__") => {
                stem.strip_suffix("__").unwrap_or(stem)
            }
            _ => self.name,
        }
    }

    /// Returns the name without surrounding underscores.
    pub(crate) fn bare_name(&self) -> &'s str {
        self.name.trim_matches('_')
    }

    fn is_same(&self, other: &AttrSpelling<'_>) -> bool {
        (self.variety, self.namespace, self.name) == (other.variety, other.namespace, other.name)
    }
}

/// Whether all spellings have the same name except for underscores. Then the written spelling does
/// not matter.
pub(crate) fn share_a_name(spellings: &[AttrSpelling<'_>]) -> bool {
    spellings.windows(2).all(|pair| pair[0].bare_name() == pair[1].bare_name())
}

/// Returns the distinct names in order of first occurrence.
pub(crate) fn unique_names<'s>(spellings: &[AttrSpelling<'s>]) -> Vec<&'s str> {
    let mut names = Vec::with_capacity(spellings.len());
    for spelling in spellings {
        if !names.contains(&spelling.name) {
            names.push(spelling.name);
        }
    }
    names
}

/// Returns the indices of `parts` in an attribute's spellings. `user` describes their purpose for
/// error messages.
pub(crate) fn indices(
    attribute: ClangAttribute<'_>,
    user: &str,
    parts: &[AttrSpelling<'_>],
    spellings: &[AttrSpelling<'_>],
) -> Result<Vec<usize>, FieldError> {
    if parts.is_empty() {
        return Err(attribute
            .error(Code::AttributeSpellings, format!("{user} needs at least one spelling")));
    }
    let mut indices = Vec::with_capacity(parts.len());
    for part in parts {
        let Some(index) = spellings.iter().position(|spelling| spelling.is_same(part)) else {
            return Err(attribute.error(
                Code::AttributeSpellings,
                format!("{user} names '{}', which is not a spelling", part.name),
            ));
        };
        indices.push(index);
    }
    Ok(indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(variety: &str, name: &str) -> (String, String) {
        let text = format!(
            "class Attr; class S<string v, string n> {{ string Variety = v; string Name = n; }}
             def a : Attr {{ list<S> Spellings = [S<\"{variety}\", \"{name}\">]; }}"
        );
        let store = tablewright_test_support::store_of(&text);
        let record = store.record(store.find_record("a").expect("defined"));
        let attr = crate::record_views::attr::AttrRecord::new(record);
        let spelling =
            for_records(attr.spellings().expect("a list")).expect("the fields are there")[0];
        (spelling.parsed_name().to_owned(), spelling.bare_name().to_owned())
    }

    #[test]
    fn gnu_names_are_parsed_without_underscores() {
        assert_eq!(names("GNU", "__x__"), ("x".to_owned(), "x".to_owned()));
        assert_eq!(names("GNU", "__x"), ("__x".to_owned(), "x".to_owned()));
        assert_eq!(names("GNU", "___"), ("_".to_owned(), String::new()));
        assert_eq!(names("Keyword", "__x__"), ("__x__".to_owned(), "x".to_owned()));
    }
}
