//! The encoding of an instruction as a row of boxes, the highest bit first.

use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::inspect::encoding::TargetEncodings;
use tablewright::target::decoding::encodings::EncodingId;

/// An instruction and its boxes from left to right.
pub(super) struct Diagram {
    /// The instruction, the table in which it is decoded, and what it needs.
    pub(super) title: String,
    pub(super) cells: Vec<Cell>,
}

/// A box: bits next to each other that are known, bits of one field, or bits that may have any value.
pub(super) struct Cell {
    /// The highest and the lowest bit; `None` where their numbers depend on what stands before.
    pub(super) bits: Option<(u32, u32)>,
    pub(super) text: String,
}

/// The diagram of an encoding.
pub(super) fn of(target: &TargetEncodings<'_>, encoding: EncodingId) -> Result<Diagram, Failure> {
    let mut title = target.name(encoding);
    if let Some(group) = target.group(encoding) {
        write!(title, "  {}", TargetEncodings::table(group));
    }
    let predicates = target.predicates(encoding)?;
    if !predicates.is_empty() {
        write!(title, "  needs {}", predicates.join(", "));
    }
    Ok(Diagram { title, cells: cells(target, encoding)? })
}

/// The diagram in characters.
pub(super) fn text(diagram: &Diagram) -> String {
    let (mut positions, mut rule, mut row) = (String::new(), "+".to_owned(), "|".to_owned());
    for cell in &diagram.cells {
        let position = match cell.bits {
            None => String::new(),
            Some((high, low)) if high == low => high.to_string(),
            Some((high, low)) => format!("{high} {low}"),
        };
        let width = position.len().max(cell.text.len());
        let position = match position.split_once(' ') {
            Some((high, low)) => format!("{high}{low:>rest$}", rest = width - high.len()),
            None => format!("{position:^width$}"),
        };
        write!(positions, "  {position} ");
        write!(rule, "{}+", "-".repeat(width + 2));
        write!(row, " {:^width$} |", cell.text);
    }
    let mut text = String::new();
    for line in [diagram.title.as_str(), positions.trim_end(), &rule, &row, &rule] {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The boxes of an encoding, the highest bits first.
fn cells(target: &TargetEncodings<'_>, encoding: EncodingId) -> Result<Vec<Cell>, Failure> {
    let written = &target.encodings().encodings[encoding].written;
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
        cells.push(Cell { bits: Some((bit, low)), text });
        high = low;
    }
    Ok(cells)
}
