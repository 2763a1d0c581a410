//! Encodings as drawings for documents.

use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::target::decoding::encodings::EncodingId;

use super::diagram::{Cell, cells, title};
use super::target_encodings::TargetEncodings;

/// Sizes in pixels.
const BIT: usize = 14;
const CHARACTER: usize = 8;
const MARGIN: usize = 8;
const ROW: usize = 24;
/// From one instruction to the next: a title, the numbers of bits, and the boxes.
const STEP: usize = 24 + 14 + ROW + 16;

/// A drawing of these encodings, one below the other.
pub(super) fn text(target: &TargetEncodings<'_>, shown: &[EncodingId]) -> Result<String, Failure> {
    let mut drawn = String::new();
    let mut width = 0;
    for (place, &encoding) in shown.iter().enumerate() {
        let title = title(target, encoding)?;
        width = width.max(title.chars().count() * CHARACTER);
        let top = MARGIN + place * STEP + 14;
        writeln!(
            drawn,
            "<text x=\"{MARGIN}\" y=\"{top}\" class=\"title\">{}</text>",
            escaped(&title)
        );
        width = width.max(row(&cells(target, encoding)?, top + 10, &mut drawn));
    }
    let (width, height) = (width + 2 * MARGIN, 2 * MARGIN + shown.len() * STEP);
    let mut text = String::new();
    writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <style>\n\
         text {{ font: 12px monospace; text-anchor: middle; }}\n\
         .title {{ font-weight: bold; text-anchor: start; }}\n\
         .bit {{ font-size: 9px; }}\n\
         rect {{ fill: none; stroke: black; }}\n\
         </style>"
    );
    text.push_str(&drawn);
    text.push_str("</svg>\n");
    Ok(text)
}

/// Draws the boxes of an encoding below `top`, and returns how wide they are.
fn row(cells: &[Cell], top: usize, drawn: &mut String) -> usize {
    let (mut left, below) = (MARGIN, top + 14);
    for Cell { high, low, text } in cells {
        let bits = (high - low + 1) as usize;
        let width = (bits * BIT).max(text.chars().count() * CHARACTER + 6).max(2 * BIT);
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
        if high == low {
            number(middle, *high);
        } else {
            number(left + 7, *high);
            number(right - 7, *low);
        }
        left = right;
    }
    left - MARGIN
}

/// Text as XML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
