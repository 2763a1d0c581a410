//! Names as descriptions write them: `svld1[_{2}]` stands for `svld1_s8`, `svld1_u8` and so on, and
//! for `svld1`, for which the function is overloaded.

use tablewright_text::append;

use super::sve_type::SveType;

/// Appends `name` with what stands in brackets, but without these.
pub(super) fn push_full(name: &str, out: &mut String) {
    for part in name.split(['[', ']']) {
        out.push_str(part);
    }
}

/// Appends `name` without what stands in brackets.
pub(super) fn push_short(name: &str, out: &mut String) {
    let mut rest = name;
    while let Some((before, inside)) = rest.split_once('[') {
        out.push_str(before);
        rest = inside.split_once(']').map_or("", |(_, behind)| behind);
    }
    out.push_str(rest);
}

/// Whether functions are overloaded for a part of the name.
pub(super) fn has_brackets(name: &str) -> bool {
    name.contains('[') && name.contains(']')
}

/// Whether the name, without brackets, is another one for each element type.
pub(super) fn shows_types(name: &str) -> bool {
    name.contains('{')
}

/// Appends `name` with the types that `{d}`, or `{0}` and so on, stand for in an intrinsic for vectors
/// like `base`.
pub(super) fn push_with_types(
    name: &str,
    base: SveType,
    prototype: &str,
    out: &mut String,
) -> Result<(), String> {
    let mut rest = name;
    while let Some((before, inside)) = rest.split_once('{') {
        let Some((which, behind)) = inside.split_once('}') else {
            return Err("a '}' is missing".to_owned());
        };
        let letter = match which {
            "d" => Some('d'),
            // A letter of the prototype, whatever it stands for.
            "0" => prototype.chars().next(),
            "1" => prototype.chars().nth(1),
            "2" => prototype.chars().nth(2),
            "3" => prototype.chars().nth(3),
            _ => None,
        };
        let letter = letter.ok_or_else(|| format!("'{{{which}}}' stands for no type"))?;
        append!(out, before, base.with_letter(letter)?.suffix());
        rest = behind;
    }
    out.push_str(rest);
    Ok(())
}
