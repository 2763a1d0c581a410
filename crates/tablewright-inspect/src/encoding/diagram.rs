//! Encoding diagrams: an instruction's bits as a row of boxes, highest bit first.

use serde::Serialize;
use tablewright_records::{AnalysisError, TextSink};
use tablewright_target::decoding::encodings::EncodingId;

use super::TargetEncodings;

/// An instruction with its boxes from left to right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EncodingDiagram {
    /// The instruction, its decoder table, and its predicates.
    pub title: String,
    /// The boxes.
    pub cells: Vec<DiagramCell>,
}

/// A box: adjacent fixed bits, bits from a single field, or bits with any value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DiagramCell {
    /// The highest and the lowest bit; `None` if the bit numbers depend on earlier fields.
    pub bits: Option<(u32, u32)>,
    /// The digits, or the field name with its bits.
    pub text: String,
}

impl EncodingDiagram {
    /// Builds the diagram for an encoding.
    ///
    /// # Errors
    /// If the encoding or its predicates are invalid.
    pub fn new(
        target: &TargetEncodings<'_>,
        encoding: EncodingId,
    ) -> Result<EncodingDiagram, AnalysisError> {
        let mut title = target.name(encoding);
        if let Some(group) = target.group(encoding) {
            write!(title, "  {}", TargetEncodings::table(group));
        }
        let predicates = target.predicates(encoding)?;
        if !predicates.is_empty() {
            write!(title, "  needs {}", predicates.join(", "));
        }
        Ok(EncodingDiagram { title, cells: cells(target, encoding)? })
    }

    /// Formats the diagram as text: title, bit numbers, and boxes.
    pub fn text(&self) -> String {
        let (mut positions, mut rule, mut row) = (String::new(), "+".to_owned(), "|".to_owned());
        for cell in &self.cells {
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
        for line in [self.title.as_str(), positions.trim_end(), &rule, &row, &rule] {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

/// Returns the boxes for an encoding, highest bits first.
fn cells(
    target: &TargetEncodings<'_>,
    encoding: EncodingId,
) -> Result<Vec<DiagramCell>, AnalysisError> {
    let written = &target.encodings().encodings[encoding].written;
    let fields = target.fields(encoding)?;
    let mut cells: Vec<DiagramCell> = Vec::new();
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
        cells.push(DiagramCell { bits: Some((bit, low)), text });
        high = low;
    }
    Ok(cells)
}
