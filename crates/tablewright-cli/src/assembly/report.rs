//! Rows and aliases as data.

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::{
    AssemblyMnemonicAlias, AssemblyOperand, AssemblyOrigin, AssemblyRow, AssemblyTokenAlias,
};
use tablewright_target::assembly::{Matchable, MatchableSource};
use tablewright_target::target::target;

use super::{AsmLanguage, AssemblyCommand, ambiguous};
use crate::report::{ListRow, Report, ReportLists};

const ROWS: &str = "rows";
const AMBIGUOUS: &str = "ambiguous";
const INSTRUCTION_ALIASES: &str = "instruction_aliases";
const MNEMONIC_ALIASES: &str = "mnemonic_aliases";
const TOKEN_ALIASES: &str = "token_aliases";

/// The report: the requested lists about an assembly language.
#[derive(Serialize)]
pub(super) struct AssemblyReport<'s> {
    target: &'s str,
    /// Record name of the assembly parser.
    parser: &'s str,
    #[serde(flatten)]
    lists: ReportLists<AssemblyItem>,
}

/// A row in a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum AssemblyItem {
    Row(AssemblyRow),
    Ambiguous(AmbiguousRow),
    InstructionAlias(AssemblyRow),
    MnemonicAlias(AssemblyMnemonicAlias),
    TokenAlias(AssemblyTokenAlias),
}

/// A row in an ambiguous group.
#[derive(Serialize)]
pub(super) struct AmbiguousRow {
    /// Group number, counted from one.
    group: usize,
    #[serde(flatten)]
    row: AssemblyRow,
    /// Reason why the row follows the row before it. `None` for the first row in a group.
    reason: Option<String>,
}

impl ListRow for AssemblyItem {
    fn list(&self) -> &'static str {
        match self {
            AssemblyItem::Row(_) => ROWS,
            AssemblyItem::Ambiguous(_) => AMBIGUOUS,
            AssemblyItem::InstructionAlias(_) => INSTRUCTION_ALIASES,
            AssemblyItem::MnemonicAlias(_) => MNEMONIC_ALIASES,
            AssemblyItem::TokenAlias(_) => TOKEN_ALIASES,
        }
    }
}

impl<'s> AssemblyReport<'s> {
    /// Builds the lists that the command selects, or all rows if it selects nothing.
    pub(super) fn new(
        asked: &AssemblyCommand,
        language: &AsmLanguage<'s>,
    ) -> Result<AssemblyReport<'s>, Failure> {
        let store = language.store;
        let has_rows = !asked.mnemonics.is_empty() || !asked.shows_ambiguous;
        let has_rows = has_rows && !(asked.mnemonics.is_empty() && asked.shows_aliases);
        let names = [
            has_rows.then_some(ROWS),
            asked.shows_ambiguous.then_some(AMBIGUOUS),
            asked.shows_aliases.then_some(INSTRUCTION_ALIASES),
            asked.shows_aliases.then_some(MNEMONIC_ALIASES),
            asked.shows_aliases.then_some(TOKEN_ALIASES),
        ];
        let mut lists = ReportLists::new(names.into_iter().flatten());
        let row = |row: &Matchable| {
            AssemblyRow::new(store, language.instructions, &language.matcher, row)
        };
        let rows = || {
            let rows = language.matcher.rows.rows().iter();
            rows.filter(|row| language.variants.contains(&row.variant))
        };
        if has_rows {
            let is_meant = |it: &&Matchable| asked.is_meant(language, it);
            lists.extend(rows().filter(is_meant).map(row).map(AssemblyItem::Row));
        }
        if asked.shows_ambiguous {
            let groups = ambiguous::groups(language, &asked.mnemonics);
            for (group, of_group) in (1..).zip(&groups) {
                let items = of_group.iter().enumerate().map(|(index, it)| {
                    let before = index.checked_sub(1).map(|index| of_group[index]);
                    let reason = before.map(|before| ambiguous::reason(language, before, it));
                    AssemblyItem::Ambiguous(AmbiguousRow { group, row: row(it), reason })
                });
                lists.extend(items);
            }
        }
        if asked.shows_aliases {
            let aliases = rows().filter(|row| row.source != MatchableSource::Instruction);
            lists.extend(aliases.map(row).map(AssemblyItem::InstructionAlias));
            let mnemonics = AssemblyMnemonicAlias::all(store, &language.mnemonics);
            lists.extend(mnemonics.into_iter().map(AssemblyItem::MnemonicAlias));
            let tokens = AssemblyTokenAlias::all(store)?;
            lists.extend(tokens.into_iter().map(AssemblyItem::TokenAlias));
        }
        let parser = store.record(language.matcher.parser.record).name();
        Ok(AssemblyReport { target: target(store)?.name(), parser, lists })
    }
}

impl Report for AssemblyReport<'_> {
    const NAME: &'static str = "assembly";
    const COLUMNS: &'static [&'static str] = &[
        "LIST",
        "VARIANT",
        "MNEMONIC",
        "INSTRUCTION",
        "OPERANDS",
        "REQUIRES",
        "FROM",
        "DEFINED AT",
    ];
    type Row = AssemblyItem;

    fn rows(&self) -> &[AssemblyItem] {
        self.lists.rows()
    }

    fn cells(&self, item: &AssemblyItem) -> Vec<String> {
        let cells = match item {
            AssemblyItem::Row(row) | AssemblyItem::InstructionAlias(row) => row_cells(row, ""),
            AssemblyItem::Ambiguous(of) => row_cells(&of.row, &format!(", group {}", of.group)),
            AssemblyItem::MnemonicAlias(alias) => {
                let variant = alias.variant.map_or(String::new(), |variant| variant.to_string());
                let features = alias.features.join(", ");
                aliased(variant, &alias.from, &alias.to, features)
            }
            AssemblyItem::TokenAlias(alias) => {
                aliased(String::new(), &alias.from, &alias.to, String::new())
            }
        };
        std::iter::once(item.list().to_owned()).chain(cells).collect()
    }
}

/// Returns a row's cells. The mark follows the origin.
fn row_cells(row: &AssemblyRow, mark: &str) -> [String; 7] {
    let operands: Vec<String> = row.operands.iter().map(operand).collect();
    let origin = match row.origin {
        AssemblyOrigin::Instruction => "instruction",
        AssemblyOrigin::Alias => "alias",
        AssemblyOrigin::TwoOperandAlias => "two-operand-alias",
    };
    [
        row.variant.number.to_string(),
        row.mnemonic.clone(),
        row.instruction.clone(),
        operands.join(", "),
        row.features.join(", "),
        origin.to_owned() + mark,
        row.location.to_string(),
    ]
}

/// Returns the cells of an alias. The replacement text is in the operand column.
fn aliased(variant: String, from: &str, to: &str, features: String) -> [String; 7] {
    let empty = String::new;
    [variant, from.to_owned(), empty(), to.to_owned(), features, empty(), empty()]
}

/// Formats an operand: tokens in quotes, other operands by class and name, optional operands in brackets.
fn operand(operand: &AssemblyOperand) -> String {
    let AssemblyOperand { class, is_token, name, is_optional } = operand;
    let separator = if name.is_empty() { "" } else { ":$" };
    match (is_token, is_optional) {
        (true, _) => format!("'{class}'"),
        (false, true) => format!("[{class}{separator}{name}]"),
        (false, false) => format!("{class}{separator}{name}"),
    }
}
