//! The trait for types that receive text.

use std::fmt;

/// A destination for text: a `String`, a [`CppWriter`](crate::CppWriter), a
/// [`TextOutput`](crate::TextOutput).
///
/// A function that only appends takes `&mut impl TextSink`. Its caller decides whether the text is
/// kept in memory or written to a file in chunks. With the trait in scope,
/// `write!(sink, "{name:#x}")` works on every sink and returns `()`. A sink accepts any text; the
/// [`TextOutput`](crate::TextOutput) in front of a file reports failed writes.
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

    /// Appends formatted text. `write!` calls this function.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>)
    where
        Self: Sized,
    {
        fmt::write(&mut Formatted(self), text)
            .expect("a sink takes any text, and no Display implementation fails by itself");
    }
}

/// Adapts a sink to [`fmt::Write`].
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
