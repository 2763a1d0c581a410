//! Rust names for records.

use rustc_hash::FxHashSet;

use crate::number::NumberCodec;
use crate::syntax::Valid;

/// Words that are not names of variants, constants or functions.
const RESERVED: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Names in a scope.
#[derive(Default)]
pub(super) struct RustNames {
    used: FxHashSet<String>,
}

impl RustNames {
    /// Returns a name like `name` that the scope does not have yet, and adds it.
    pub(super) fn add(&mut self, name: &str) -> String {
        let base = identifier(name);
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        let name = names.find(|name| !self.used.contains(name)).unwrap_or(base);
        self.used.insert(name.clone());
        name
    }
}

/// Returns a Rust name like `name`; `8Bit` becomes `_8Bit`.
fn identifier(name: &str) -> String {
    let valid = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut text: String = name.chars().map(valid).collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    if RESERVED.contains(&text.as_str()) || text.chars().all(|c| c == '_') {
        text.push_str("_0");
    }
    text
}

/// Returns a name in lower case with `_` between words: `printFRMArg` becomes `print_frm_arg`.
pub(super) fn snake_case(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (index, &c) in characters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| characters[before]);
        let after = characters.get(index + 1);
        let ends_lower = before.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        let ends_upper = before.is_some_and(|c| c.is_ascii_uppercase())
            && after.is_some_and(|c| c.is_ascii_lowercase());
        if c.is_ascii_uppercase() && (ends_lower || ends_upper) {
            text.push('_');
        }
        text.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    }
    while text.contains("__") {
        text = text.replace("__", "_");
    }
    text.trim_matches('_').to_owned()
}

/// Returns a name such as `signed_12_shl_1`.
pub(super) fn number_name(number: &NumberCodec) -> String {
    let mut name = match number.sign {
        Some(width) => format!("signed_{width}"),
        None => "unsigned".to_owned(),
    };
    if number.shift > 0 {
        name.push_str(&format!("_shl_{}", number.shift));
    }
    if number.add != 0 {
        let sign = if number.add < 0 { "minus" } else { "plus" };
        name.push_str(&format!("_{sign}_{}", number.add.unsigned_abs()));
    }
    if let Some(width) = number.wrap {
        name.push_str(&format!("_in_{width}"));
    }
    if let Some(width) = number.limit {
        name.push_str(&format!("_below_{width}_bits"));
    }
    match number.valid {
        Valid::Any => {}
        Valid::NonZero | Valid::NonZeroWithout(_) => name.push_str("_non_zero"),
        Valid::AtLeast(least) | Valid::AtLeastWith { least, .. } => {
            name.push_str(&format!("_from_{}", least.unsigned_abs()));
        }
        Valid::Between(least, most) => {
            name.push_str(&format!("_from_{}_to_{}", least.unsigned_abs(), most.unsigned_abs()));
        }
        Valid::Except(_) => name.push_str("_except"),
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_names_become_rust_names() {
        let mut names = RustNames::default();
        let added = ["ADD", "8Bit", "type", "a.b", "a_b"].map(|name| names.add(name));
        assert_eq!(added, ["ADD", "_8Bit", "type_0", "a_b", "a_b_2"]);
    }

    #[test]
    fn methods_are_in_snake_case() {
        assert_eq!(snake_case("printFRMArg"), "print_frm_arg");
        assert_eq!(snake_case("printVMaskReg"), "print_v_mask_reg");
        assert_eq!(snake_case("printUImm<8, 1>"), "print_u_imm_8_1");
    }
}
