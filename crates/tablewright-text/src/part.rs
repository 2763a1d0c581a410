//! Text put together of parts that need no format.

use crate::CppWriter;

/// What is written in one way only, which is soon done. Where there are many thousands of parts,
/// formatting them (`write!`) takes longer than all else there is to do for a file.
pub trait Part {
    /// Appends it.
    fn put(&self, text: &mut String);
}

/// What parts are appended to.
pub trait PartTarget {
    /// The text so far.
    fn text_mut(&mut self) -> &mut String;
}

/// Writes parts one behind the other, neither indented nor ended:
/// `put!(w, "{\"", name, "\", ", number, "},\n")`.
#[macro_export]
macro_rules! put {
    ($w:expr, $($part:expr),+ $(,)?) => {{
        let text = $crate::PartTarget::text_mut(&mut *$w);
        $($crate::Part::put(&$part, text);)+
    }};
}

impl PartTarget for String {
    #[inline]
    fn text_mut(&mut self) -> &mut String {
        self
    }
}

impl PartTarget for CppWriter {
    #[inline]
    fn text_mut(&mut self) -> &mut String {
        &mut self.text
    }
}

impl<P: Part + ?Sized> Part for &P {
    #[inline]
    fn put(&self, text: &mut String) {
        (**self).put(text);
    }
}

impl<A: Part, B: Part, C: Part> Part for (A, B, C) {
    fn put(&self, text: &mut String) {
        put!(text, self.0, self.1, self.2);
    }
}

impl Part for str {
    #[inline]
    fn put(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Part for String {
    #[inline]
    fn put(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Part for char {
    #[inline]
    fn put(&self, text: &mut String) {
        text.push(*self);
    }
}

impl Part for bool {
    fn put(&self, text: &mut String) {
        text.push_str(if *self { "true" } else { "false" });
    }
}

impl Part for u64 {
    fn put(&self, text: &mut String) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        let mut rest = *self;
        loop {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        text.extend(digits[first..].iter().map(|&digit| char::from(digit)));
    }
}

impl Part for u32 {
    fn put(&self, text: &mut String) {
        u64::from(*self).put(text);
    }
}

impl Part for usize {
    fn put(&self, text: &mut String) {
        (*self as u64).put(text);
    }
}

impl Part for i64 {
    fn put(&self, text: &mut String) {
        if *self < 0 {
            text.push('-');
        }
        self.unsigned_abs().put(text);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn parts_follow_each_other() {
        let mut text = String::new();
        put!(&mut text, "a", 0_u64, String::from("b"), true, ' ', i64::MIN, ' ', u64::MAX);
        assert_eq!(text, "a0btrue -9223372036854775808 18446744073709551615");
    }
}
