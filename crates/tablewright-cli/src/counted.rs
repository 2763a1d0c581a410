//! Numbers with their nouns.

/// Formats a count: `1 register`, `2 registers`; `1 class`, `2 classes`; `1 index`, `2 indices`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    match noun.strip_suffix("index") {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}indices"),
        None if noun.ends_with('s') => format!("{count} {noun}es"),
        None => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_what_is_counted() {
        let texts = [counted(1, "class"), counted(2, "register class"), counted(0, "index")];
        assert_eq!(texts, ["1 class", "2 register classes", "0 indices"]);
    }
}
