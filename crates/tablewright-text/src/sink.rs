//! The trait of everything that takes text.

use std::fmt;

/// Where text goes: a `String`, a [`CppWriter`](crate::CppWriter), a
/// [`TextOutput`](crate::TextOutput).
///
/// A function that only appends takes `&mut impl TextSink`, so that its caller decides whether the
/// text is kept in memory or passed on to a file while it is being written. With the trait in scope,
/// `write!(sink, "{name:#x}")` works on every sink and returns nothing: a sink takes any text, and a
/// file that cannot be written is reported by the [`TextOutput`](crate::TextOutput) in front of it.
///
/// ```
/// use tablewright_text::TextSink;
///
/// fn hex_words(out: &mut impl TextSink, words: &[u32]) {
///     for word in words {
///         write!(out, "{word:#x}, ");
///     }
/// }
///
/// let mut text = String::new();
/// hex_words(&mut text, &[10, 255]);
/// assert_eq!(text, "0xa, 0xff, ");
/// ```
pub trait TextSink {
    /// Appends `text`.
    fn push_str(&mut self, text: &str);

    /// Appends a character.
    fn push(&mut self, character: char);

    /// Appends formatted text: what `write!` calls.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>)
    where
        Self: Sized,
    {
        fmt::write(&mut Formatted(self), text)
            .expect("a sink takes any text, and no Display implementation fails by itself");
    }
}

/// A sink as the formatting machinery wants it.
pub(crate) struct Formatted<'a, S>(pub(crate) &'a mut S);

impl<S: TextSink> fmt::Write for Formatted<'_, S> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, character: char) -> fmt::Result {
        self.0.push(character);
        Ok(())
    }
}

impl TextSink for String {
    #[inline]
    fn push_str(&mut self, text: &str) {
        String::push_str(self, text);
    }

    #[inline]
    fn push(&mut self, character: char) {
        String::push(self, character);
    }
}
