//! `append!`: writes text without interpreting a format.

use std::borrow::Cow;
use std::fmt;

use crate::TextSink;

/// A type that [`append!`](crate::append!) can write. Its text always has the same form, without a
/// width, a base or another formatting option.
///
/// Implement it for a model type that is printed thousands of times:
///
/// ```
/// use tablewright_text::{Append, TextSink, append};
///
/// struct Operand(u64);
///
/// impl Append for Operand {
///     fn append_to(&self, out: &mut impl TextSink) {
///         append!(out, "MI->getOperand(", self.0, ")");
///     }
/// }
///
/// let mut text = String::new();
/// append!(&mut text, "return ", Operand(2), ";\n");
/// assert_eq!(text, "return MI->getOperand(2);\n");
/// ```
pub trait Append {
    /// Appends the text.
    fn append_to(&self, out: &mut impl TextSink);
}

/// Appends strings, characters, numbers and other [`Append`] types to a sink, without indentation
/// or a line end: `append!(w, "{\"", name, "\", ", number, "},\n")`.
///
/// It has the effect of `write!` but is several times faster, because no format is interpreted at
/// run time. Use it only for tables with thousands of lines.
#[macro_export]
macro_rules! append {
    ($sink:expr, $($part:expr),+ $(,)?) => {{
        let sink = &mut *$sink;
        $($crate::Append::append_to(&$part, sink);)+
    }};
}

impl<A: Append + ?Sized> Append for &A {
    #[inline]
    fn append_to(&self, out: &mut impl TextSink) {
        (**self).append_to(out);
    }
}

impl<A: Append, B: Append> Append for (A, B) {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.0, self.1);
    }
}

impl<A: Append, B: Append, C: Append> Append for (A, B, C) {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.0, self.1, self.2);
    }
}

impl Append for str {
    #[inline]
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(self);
    }
}

impl Append for String {
    #[inline]
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(self);
    }
}

impl Append for Cow<'_, str> {
    #[inline]
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(self);
    }
}

impl Append for char {
    #[inline]
    fn append_to(&self, out: &mut impl TextSink) {
        out.push(*self);
    }
}

impl Append for bool {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

/// A formatted part among unformatted parts: `format_args!("{mask:#x}")`.
impl Append for fmt::Arguments<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.write_fmt(*self);
    }
}

impl Append for u64 {
    fn append_to(&self, out: &mut impl TextSink) {
        // Most numbers in generated tables have few digits. For these a buffer costs more than it
        // saves, and so does a call for each digit.
        if *self >= 100 {
            (*self / 100).append_to(out);
        }
        if *self >= 10 {
            push_digit(*self / 10 % 10, out);
        }
        push_digit(*self % 10, out);
    }
}

#[inline]
fn push_digit(digit: u64, out: &mut impl TextSink) {
    out.push(char::from(b'0' + digit as u8));
}

impl Append for u32 {
    fn append_to(&self, out: &mut impl TextSink) {
        u64::from(*self).append_to(out);
    }
}

impl Append for usize {
    fn append_to(&self, out: &mut impl TextSink) {
        (*self as u64).append_to(out);
    }
}

impl Append for i64 {
    fn append_to(&self, out: &mut impl TextSink) {
        if *self < 0 {
            out.push('-');
        }
        self.unsigned_abs().append_to(out);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_decimal() {
        let mut text = String::new();
        append!(&mut text, 0_u64, ' ', 9_u32, ' ', 10_usize, ' ', -7_i64, ' ', 120_i64);
        append!(&mut text, ' ', 100_u64, ' ', 1_000_u64, ' ', 1_020_304_u64);
        append!(&mut text, ' ', i64::MIN, ' ', u64::MAX);
        assert_eq!(
            text,
            "0 9 10 -7 120 100 1000 1020304 -9223372036854775808 18446744073709551615"
        );
    }

    #[test]
    fn parts_follow_each_other() {
        let mut text = String::new();
        append!(&mut text, "a", String::from("b"), true, ' ', format_args!("{:#x}", 255));
        assert_eq!(text, "abtrue 0xff");
    }
}
