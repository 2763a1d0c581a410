//! Diagnostic texts with placeholders and choices.
//!
//! In: a text such as `cannot %select{read|write}0 %1`. Out: a tree of [`DiagTextPiece`]s with
//! substitutions (`%sub{name}0,1`) expanded. Both output forms are created from the tree.

use rustc_hash::FxHashMap;

use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use crate::record_views::diagnostic::{DiagnosticRecord, TextSubstitutionRecord};

/// Maximum nesting depth of choices and substitutions.
const MAX_DEPTH: usize = 100;
/// Maximum number of pieces after expansion.
const MAX_PIECES: usize = 100_000;

const ENUM_SELECT: &str = "enum_select";

/// A sequence of pieces.
#[derive(Debug)]
pub(crate) struct DiagText<'s> {
    pub(crate) pieces: Vec<DiagTextPiece<'s>>,
    /// Whether the source has several adjacent pieces, even if some are empty. Documentation shows
    /// these as a row.
    pub(crate) is_row: bool,
}

/// A part of a diagnostic text.
#[derive(Debug)]
pub(crate) enum DiagTextPiece<'s> {
    /// Words; `%%` and similar escapes are kept.
    Words(&'s str),
    /// `%0`, `%q0` …: an argument of the diagnostic.
    Argument { modifier: &'static str, index: u32 },
    /// `%select{a|b}0`, or `%enum_select<Name>{%A{a}|%B{b}}0`
    Select { enumeration: Option<DiagTextEnumeration<'s>>, options: Vec<DiagText<'s>>, index: u32 },
    /// `%s0`: an "s" unless the argument is 1.
    PluralS { index: u32 },
    /// `%plural{1:a|:b}0`. Each option has the condition before it, including the colon.
    Plural { options: Vec<(&'s str, DiagText<'s>)>, index: u32 },
    /// `%diff{a $ b $ c|d}0,1`
    Diff { parts: Box<[DiagText<'s>; 4]>, indices: [u32; 2] },
}

/// An enumeration that a choice declares.
#[derive(Debug)]
pub(crate) struct DiagTextEnumeration<'s> {
    /// The name. If it is empty, the enumeration is not declared.
    pub(crate) name: &'s str,
    /// Each option's name; `None` for an option without a name.
    pub(crate) enumerators: Vec<Option<&'s str>>,
}

/// All substitutions: the texts of `TextSubstitution` records.
#[doc(alias = "DiagnosticTextBuilder")]
pub(crate) struct DiagTextSubstitutions {
    texts: FxHashMap<RecordId, Symbol>,
}

impl Analysis for DiagTextSubstitutions {
    fn build(
        store: &RecordStore,
        _: &mut Diagnostics,
    ) -> Result<DiagTextSubstitutions, AnalysisError> {
        let mut texts = FxHashMap::default();
        for record in TextSubstitutionRecord::all(store)? {
            let text = record.substitution()?;
            parse(store.str(text), Modifiers::new(store), None)
                .map_err(|message| FieldError::new(Code::DiagnosticTexts, record, message))?;
            if record.inherits(DiagnosticRecord::CLASS) {
                let name = record.name();
                let message =
                    format!("Diagnostic '{name}' has same name as TextSubstitution definition");
                return Err(FieldError::new(Code::DiagnosticNames, record, message).into());
            }
            texts.insert(record.id(), text);
        }
        Ok(DiagTextSubstitutions { texts })
    }
}

impl DiagTextSubstitutions {
    /// Parses a diagnostic's text.
    pub(crate) fn text_of<'s>(
        &self,
        diag: DiagnosticRecord<'s>,
    ) -> Result<DiagText<'s>, FieldError> {
        let text = diag.summary()?;
        let all = Some((self, diag.store()));
        parse(text, Modifiers::new(diag.store()), all)
            .map_err(|message| FieldError::new(Code::DiagnosticTexts, diag, message))
    }

    fn find<'s>(&self, name: &str, store: &'s RecordStore) -> Option<&'s str> {
        self.texts.get(&store.find_record(name)?).map(|&text| store.str(text))
    }
}

/// Substitutions with their store.
type All<'s, 'p> = (&'p DiagTextSubstitutions, &'s RecordStore);

/// Parses a text. Without substitutions, `%sub` is checked and left out.
fn parse<'s>(
    text: &'s str,
    modifiers: Modifiers,
    all: Option<All<'s, '_>>,
) -> Result<DiagText<'s>, String> {
    let mut pieces_left = MAX_PIECES;
    let parser = DiagTextParser {
        rest: text,
        modifiers,
        arguments: None,
        depth: 0,
        pieces_left: &mut pieces_left,
        all,
    };
    parser.all()
}

/// The modifiers that a release supports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modifiers {
    /// Modifiers in all releases.
    Basic,
    /// Additionally `enum_select` with a name in angle brackets, `quoted` and `human`.
    WithEnumerations,
}

impl Modifiers {
    fn new(store: &RecordStore) -> Modifiers {
        if store.release().has(Feature::DiagnosticTextDeclaresEnums) {
            Modifiers::WithEnumerations
        } else {
            Modifiers::Basic
        }
    }
}

/// Characters that end a sequence of pieces, besides the end of the text.
#[derive(Clone, Copy)]
enum DiagTextEnd {
    Nothing,
    PipeOrBrace,
    PipeBraceOrDollar,
}

struct DiagTextParser<'s, 'p> {
    rest: &'s str,
    modifiers: Modifiers,
    /// The arguments that replace a substitution's indices.
    arguments: Option<Vec<u32>>,
    depth: usize,
    pieces_left: &'p mut usize,
    all: Option<All<'s, 'p>>,
}

impl<'s> DiagTextParser<'s, '_> {
    fn all(mut self) -> Result<DiagText<'s>, String> {
        self.text(DiagTextEnd::Nothing)
    }

    fn text(&mut self, stop: DiagTextEnd) -> Result<DiagText<'s>, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("text is nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let mut text = DiagText { pieces: Vec::new(), is_row: false };
        let mut written = 0;
        while !self.rest.is_empty() {
            let (words, remainder) = self.rest.split_at(words_before(self.rest, stop));
            self.rest = remainder;
            if !words.is_empty() {
                text.pieces.push(DiagTextPiece::Words(words));
                written += 1;
            }
            let Some(rest) = remainder.strip_prefix('%') else { break };
            self.rest = rest;
            let modifier = self.modifier();
            written += 1;
            let name = self.name_in_brackets(modifier)?;
            if modifier == "sub" {
                let substitution = self.substitution()?;
                // A substitution that is the whole text determines `is_row`. Otherwise the count
                // below decides.
                text.is_row = substitution.is_row;
                text.pieces.extend(substitution.pieces);
            } else {
                text.pieces.push(match name {
                    Some(name) => self.enum_select(name)?,
                    None => self.piece(modifier)?,
                });
            }
        }
        text.is_row |= written > 1;
        self.depth -= 1;
        // The limit applies to all substitutions together: mutual references would grow without
        // bound.
        *self.pieces_left = self
            .pieces_left
            .checked_sub(written)
            .ok_or_else(|| format!("text has more than {MAX_PIECES} pieces"))?;
        Ok(text)
    }

    fn modifier(&mut self) -> &'s str {
        let has_brackets = self.modifiers == Modifiers::WithEnumerations;
        self.take_until(|c| c.is_ascii_digit() || c == '{' || c == '<' && has_brackets)
    }

    /// Parses an enumeration name. Only the modifier `enum_select` has a name, which it requires.
    fn name_in_brackets(&mut self, modifier: &str) -> Result<Option<&'s str>, String> {
        if self.modifiers == Modifiers::Basic {
            return Ok(None);
        }
        match (modifier, self.take("<")) {
            (ENUM_SELECT, true) => {
                let name = self.take_until(|c| c == '>');
                self.expect(">", ENUM_SELECT)?;
                Ok(Some(name))
            }
            (ENUM_SELECT, false) => Err(format!("expected '<' after {ENUM_SELECT}")),
            (_, true) => Err(format!("modifier '<' syntax not valid with %{modifier}")),
            (_, false) => Ok(None),
        }
    }

    /// Parses the options of a choice that declares the enumeration `name`.
    fn enum_select(&mut self, name: &'s str) -> Result<DiagTextPiece<'s>, String> {
        let mut enumeration = DiagTextEnumeration { name, enumerators: Vec::new() };
        let mut options = Vec::new();
        if !self.take("{") {
            return Err(format!("expected '{{' after {ENUM_SELECT}"));
        }
        loop {
            let enumerator = self.take("%").then(|| self.take_until(|c| c == '{'));
            if enumerator.is_some() {
                self.expect("{", ENUM_SELECT)?;
            }
            enumeration.enumerators.push(enumerator.filter(|name| !name.is_empty()));
            options.push(self.text(DiagTextEnd::PipeOrBrace)?);
            if enumerator.is_some() {
                self.expect("}", ENUM_SELECT)?;
            }
            if !self.take("|") {
                break;
            }
        }
        self.expect("}", ENUM_SELECT)?;
        Ok(DiagTextPiece::Select { enumeration: Some(enumeration), options, index: self.index()? })
    }

    fn piece(&mut self, modifier: &'s str) -> Result<DiagTextPiece<'s>, String> {
        match modifier {
            "select" => {
                let mut options = Vec::new();
                self.expect("{", modifier)?;
                loop {
                    options.push(self.text(DiagTextEnd::PipeOrBrace)?);
                    if !self.take("|") {
                        break;
                    }
                }
                self.expect("}", modifier)?;
                Ok(DiagTextPiece::Select { enumeration: None, options, index: self.index()? })
            }
            "plural" => {
                let mut options = Vec::new();
                self.expect("{", modifier)?;
                loop {
                    let colon = self.rest.find(':').ok_or("expected ':' while parsing %plural")?;
                    let (condition, remainder) = self.rest.split_at(colon + 1);
                    self.rest = remainder;
                    options.push((condition, self.text(DiagTextEnd::PipeOrBrace)?));
                    if !self.take("|") {
                        break;
                    }
                }
                self.expect("}", modifier)?;
                Ok(DiagTextPiece::Plural { options, index: self.index()? })
            }
            "diff" => {
                self.expect("{", modifier)?;
                let before = self.text(DiagTextEnd::PipeBraceOrDollar)?;
                self.expect("$", modifier)?;
                let between = self.text(DiagTextEnd::PipeBraceOrDollar)?;
                self.expect("$", modifier)?;
                let after = self.text(DiagTextEnd::PipeOrBrace)?;
                self.expect("|", modifier)?;
                let otherwise = self.text(DiagTextEnd::PipeOrBrace)?;
                self.expect("}", modifier)?;
                let first = self.index()?;
                self.expect(",", modifier)?;
                let indices = [first, self.index()?];
                Ok(DiagTextPiece::Diff {
                    parts: Box::new([before, between, after, otherwise]),
                    indices,
                })
            }
            "s" => Ok(DiagTextPiece::PluralS { index: self.index()? }),
            _ => {
                let basic = ["", "q", "ordinal", "objcclass", "objcinstance"];
                let extended: &[&str] = match self.modifiers {
                    Modifiers::Basic => &[],
                    Modifiers::WithEnumerations => &["quoted", "human"],
                };
                let modifier = basic
                    .into_iter()
                    .chain(extended.iter().copied())
                    .find(|listed| *listed == modifier)
                    .ok_or_else(|| format!("Unknown modifier type: {modifier}"))?;
                Ok(DiagTextPiece::Argument { modifier, index: self.index()? })
            }
        }
    }

    /// Expands the substitution `{name}0,1`.
    fn substitution(&mut self) -> Result<DiagText<'s>, String> {
        self.expect("{", "sub")?;
        let name = self.take_until(|c| c == '}');
        self.expect("}", "sub")?;
        let mut arguments = Vec::new();
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            arguments.push(self.index()?);
            while self.take(",") {
                arguments.push(self.index()?);
            }
        }
        // Texts of substitutions are checked before all substitutions are known.
        let Some((all, store)) = self.all else {
            return Ok(DiagText { pieces: Vec::new(), is_row: false });
        };
        let text = all.find(name, store);
        let substitution_text =
            text.ok_or_else(|| format!("Failed to find substitution with name: {name}"))?;
        let parser = DiagTextParser {
            rest: substitution_text,
            modifiers: self.modifiers,
            arguments: Some(arguments),
            // Cyclic substitutions end at the depth limit.
            depth: self.depth,
            pieces_left: self.pieces_left,
            all: self.all,
        };
        parser.all()
    }

    /// Parses an argument index.
    fn index(&mut self) -> Result<u32, String> {
        let digits = self.take_until(|c| !c.is_ascii_digit());
        if digits.is_empty() {
            return Err("expected modifier in diagnostic".to_owned());
        }
        let index: u32 =
            digits.parse().map_err(|_| format!("modifier {digits} in diagnostic is too large"))?;
        // A substitution that is only checked does not have arguments.
        let Some(arguments) = &self.arguments else { return Ok(index) };
        arguments.get(index as usize).copied().ok_or_else(|| {
            let count = arguments.len();
            format!("Modifier value '{index}' is not valid for this mapping (has {count} mappings)")
        })
    }

    fn take_until(&mut self, end: impl Fn(char) -> bool) -> &'s str {
        let end = self.rest.find(end).unwrap_or(self.rest.len());
        let (taken, remainder) = self.rest.split_at(end);
        self.rest = remainder;
        taken
    }

    fn take(&mut self, text: &str) -> bool {
        let remainder = self.rest.strip_prefix(text);
        self.rest = remainder.unwrap_or(self.rest);
        remainder.is_some()
    }

    fn expect(&mut self, text: &str, modifier: &str) -> Result<(), String> {
        if self.take(text) {
            Ok(())
        } else {
            Err(format!("expected '{text}' while parsing %{modifier}"))
        }
    }
}

/// Returns the length of the words at the start of `text`, including escapes.
fn words_before(text: &str, stop: DiagTextEnd) -> usize {
    let is_end = |byte: u8| match byte {
        b'%' => true,
        b'|' | b'}' => !matches!(stop, DiagTextEnd::Nothing),
        b'$' => matches!(stop, DiagTextEnd::PipeBraceOrDollar),
        _ => false,
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(words) = bytes[at..].iter().position(|&byte| is_end(byte)) {
        at += words;
        match bytes[at..] {
            // An escaped character does not begin a placeholder or end the text. The escape is
            // kept.
            [b'%', b'%' | b'|' | b'$', ..] => at += 2,
            _ => return at,
        }
    }
    bytes.len()
}
