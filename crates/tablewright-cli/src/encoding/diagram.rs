//! The encoding of an instruction as a row of boxes, the highest bit first.

use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::target::decoding::encodings::EncodingId;

use super::target_encodings::TargetEncodings;

/// A box: bits next to each other that are known, bits of one field, or bits that may have any value.
pub(super) struct Cell {
    pub(super) high: u32,
    pub(super) low: u32,
    pub(super) text: String,
}

/// The instruction, the table in which it is decoded, and what it needs.
pub(super) fn title(target: &TargetEncodings<'_>, encoding: EncodingId) -> Result<String, Failure> {
    let mut text = target.name(encoding);
    if let Some(group) = target.group(encoding) {
        write!(text, "  {}", TargetEncodings::table(group));
    }
    let predicates = target.predicates(encoding)?;
    if !predicates.is_empty() {
        write!(text, "  needs {}", predicates.join(", "));
    }
    Ok(text)
}

pub(super) fn text(target: &TargetEncodings<'_>, encoding: EncodingId) -> Result<String, Failure> {
    let mut text = title(target, encoding)?;
    text.push('\n');
    let (mut places, mut rule, mut row) = (String::new(), "+".to_owned(), "|".to_owned());
    for cell in cells(target, encoding)? {
        let place = match cell.high == cell.low {
            true => cell.high.to_string(),
            false => format!("{} {}", cell.high, cell.low),
        };
        let width = place.len().max(cell.text.len());
        let place = match place.split_once(' ') {
            Some((high, low)) => format!("{high}{low:>rest$}", rest = width - high.len()),
            None => format!("{place:^width$}"),
        };
        write!(places, "  {place} ");
        write!(rule, "{}+", "-".repeat(width + 2));
        write!(row, " {:^width$} |", cell.text);
    }
    for line in [places.trim_end(), &rule, &row, &rule] {
        text.push_str(line);
        text.push('\n');
    }
    Ok(text)
}

/// The boxes of an encoding, the highest bits first.
pub(super) fn cells(
    target: &TargetEncodings<'_>,
    encoding: EncodingId,
) -> Result<Vec<Cell>, Failure> {
    let written = &target.tables.encodings.encodings[encoding].written;
    let fields = target.fields(encoding)?;
    let mut cells: Vec<Cell> = Vec::new();
    let mut high = written.width();
    while high > 0 {
        let bit = high - 1;
        let field = fields
            .iter()
            .find(|field| (field.run.inst_bit..field.run.inst_bit + field.run.len).contains(&bit));
        let (low, text) = match field {
            Some(field) => (field.run.inst_bit, field.label()),
            None => {
                let is_known = written.bit(bit).is_some();
                let is_same = |&bit: &u32| {
                    let is_free = !fields.iter().any(|field| {
                        field.run.inst_bit <= bit && bit < field.run.inst_bit + field.run.len
                    });
                    is_free && written.bit(bit).is_some() == is_known
                };
                let bits: Vec<u32> = (0..=bit).rev().take_while(is_same).collect();
                let digit = |&bit: &u32| match written.bit(bit) {
                    Some(true) => '1',
                    Some(false) => '0',
                    None => '-',
                };
                (bit + 1 - bits.len() as u32, bits.iter().map(digit).collect())
            }
        };
        cells.push(Cell { high: bit, low, text });
        high = low;
    }
    Ok(cells)
}
