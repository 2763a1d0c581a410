//! The function that replaces aliases of mnemonics.

use tablewright_records::release::Feature;
use tablewright_records::{RecordId, RecordStore};
use tablewright_target::assembly::{MnemonicAlias, MnemonicAliases};

/// The aliases of mnemonics, each with the code that replaces it.
pub(crate) struct MnemonicCases {
    /// Cases by variant number; `None` if variants are not checked.
    pub(crate) of_variants: Option<Vec<(i32, Vec<MnemonicCase>)>>,
    /// Cases for all variants.
    pub(crate) of_all: Vec<MnemonicCase>,
}

/// A mnemonic, and the code that replaces it.
pub(crate) struct MnemonicCase {
    pub(crate) from: String,
    pub(crate) code: String,
}

impl MnemonicCases {
    pub(super) fn new(store: &RecordStore, aliases: MnemonicAliases) -> MnemonicCases {
        let case =
            |alias: MnemonicAlias| MnemonicCase { code: code(store, &alias), from: alias.from };
        let cases = |aliases: Vec<MnemonicAlias>| aliases.into_iter().map(case).collect();
        let looks_at_variants = !aliases.of_variants.is_empty()
            || !store.release().has(Feature::AliasesOfAllVariantsAreOnce);
        let of_variants = aliases.of_variants.into_iter();
        let of_variants = of_variants.map(|(number, aliases)| (number, cases(aliases)));
        MnemonicCases {
            of_variants: looks_at_variants.then(|| of_variants.collect()),
            of_all: cases(aliases.of_all),
        }
    }
}

fn code(store: &RecordStore, alias: &MnemonicAlias) -> String {
    let mut code = String::new();
    for (features, to) in &alias.conditional {
        let test = |&feature: &RecordId| {
            format!("Features.test(Feature_{}Bit)", store.record(feature).name())
        };
        let tests: Vec<String> = features.iter().map(test).collect();
        let or = if code.is_empty() { "" } else { "else " };
        code += &format!("{or}if ({})\n  Mnemonic = \"{to}\";\n", tests.join(" && "));
    }
    if let Some(to) = &alias.otherwise {
        let or = if code.is_empty() { "" } else { "else\n  " };
        code += &format!("{or}Mnemonic = \"{to}\";\n");
    }
    code + "return;"
}
