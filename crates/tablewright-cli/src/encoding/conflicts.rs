//! Encodings that no bits tell apart, by table.

use tablewright::TextSink;
use tablewright::target::decoding::conflict::agreeing_bits;

use super::target_encodings::TargetEncodings;

pub(super) fn text(target: &TargetEncodings<'_>) -> String {
    let encodings = &target.tables.encodings;
    let mut text = String::new();
    for conflict in &target.tables.conflicts {
        let table = TargetEncodings::table(&encodings.groups[conflict.group]);
        let names: Vec<String> = conflict.encodings.iter().map(|&id| target.name(id)).collect();
        writeln!(text, "{table}: {}", names.join(", "));
        for (place, &one) in conflict.encodings.iter().enumerate() {
            for &other in &conflict.encodings[place + 1..] {
                let (a, b) =
                    (&encodings.encodings[one].pattern, &encodings.encodings[other].pattern);
                if a.overlaps(b) {
                    let (one, other) = (target.name(one), target.name(other));
                    let (word, bits) = (a.both(b).hex(), agreeing_bits(a, b));
                    writeln!(
                        text,
                        "  0x{word} is both {one} and {other}; they agree in bits {bits}"
                    );
                }
            }
        }
    }
    if text.is_empty() {
        text.push_str("no conflicts\n");
    }
    text
}
