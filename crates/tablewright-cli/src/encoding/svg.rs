//! Encodings as drawings for documents.

use tablewright_inspect::encoding::{DiagramCell, EncodingDiagram};
use tablewright_records::TextSink;

/// Sizes in pixels.
const BIT: usize = 14;
const CHARACTER: usize = 8;
const MARGIN: usize = 8;
const ROW: usize = 24;
/// Height of an instruction: title, bit numbers, and boxes.
const STEP: usize = 24 + 14 + ROW + 16;

/// Draws the encodings, one below the other.
pub(super) fn text(diagrams: &[EncodingDiagram]) -> String {
    let mut drawn = String::new();
    let mut width = 0;
    for (index, EncodingDiagram { title, cells }) in diagrams.iter().enumerate() {
        width = width.max(title.chars().count() * CHARACTER);
        let top = MARGIN + index * STEP + 14;
        writeln!(
            drawn,
            "<text x=\"{MARGIN}\" y=\"{top}\" class=\"title\">{}</text>",
            escaped(title)
        );
        width = width.max(row(cells, top + 10, &mut drawn));
    }
    let (width, height) = (width + 2 * MARGIN, 2 * MARGIN + diagrams.len() * STEP);
    let mut text = String::new();
    writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <style>\n\
         svg {{ background: white; }}\n\
         text {{ font: 12px monospace; text-anchor: middle; }}\n\
         .title {{ font-weight: bold; text-anchor: start; }}\n\
         .bit {{ font-size: 9px; }}\n\
         rect {{ fill: none; stroke: black; }}\n\
         </style>"
    );
    text.push_str(&drawn);
    text.push_str("</svg>\n");
    text
}

/// Draws the boxes for an encoding below `top`. Returns their total width.
fn row(cells: &[DiagramCell], top: usize, drawn: &mut String) -> usize {
    let (mut left, below) = (MARGIN, top + 14);
    for DiagramCell { bits, text } in cells {
        let count = bits.map_or(0, |(high, low)| (high - low + 1) as usize);
        let width = (count * BIT).max(text.chars().count() * CHARACTER + 6).max(2 * BIT);
        let (middle, right) = (left + width / 2, left + width);
        writeln!(
            drawn,
            "<rect x=\"{left}\" y=\"{below}\" width=\"{width}\" height=\"{ROW}\"/>\n\
             <text x=\"{middle}\" y=\"{}\">{}</text>",
            below + 16,
            escaped(text)
        );
        let mut number = |x: usize, bit: u32| {
            writeln!(drawn, "<text x=\"{x}\" y=\"{}\" class=\"bit\">{bit}</text>", top + 10);
        };
        match *bits {
            None => {}
            Some((high, low)) if high == low => number(middle, high),
            Some((high, low)) => {
                number(left + 7, high);
                number(right - 7, low);
            }
        }
        left = right;
    }
    left - MARGIN
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
