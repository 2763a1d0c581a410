//! Names with a number, in C's `printf` format: `R%u`, `x%02d`.

/// Maximum width and precision in a format.
const MAX_WIDTH: usize = 1024;

/// Returns `format` with its conversion, if any, replaced by `number`. `None` if there are several conversions, or the
/// conversion is not for an integer.
pub(super) fn format_number(format: &str, number: u32) -> Option<String> {
    let mut out = String::new();
    let mut converted = false;
    let mut tail = format;
    while let Some((before, after)) = tail.split_once('%') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            out.push('%');
            tail = after;
            continue;
        }
        if converted {
            return None;
        }
        converted = true;
        let (conversion, after) = Conversion::parse(after)?;
        conversion.write(&mut out, number);
        tail = after;
    }
    out.push_str(tail);
    Some(out)
}

#[derive(Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    kind: char,
}

impl Conversion {
    /// Parses the text after the percent sign. Returns the conversion and the remaining text.
    fn parse(text: &str) -> Option<(Conversion, &str)> {
        let mut conversion = Conversion::default();
        let mut tail = text;
        loop {
            let flag = match tail.chars().next()? {
                '-' => &mut conversion.left,
                '+' => &mut conversion.plus,
                ' ' => &mut conversion.space,
                '#' => &mut conversion.alternate,
                '0' => &mut conversion.zero,
                _ => break,
            };
            *flag = true;
            tail = &tail[1..];
        }
        (conversion.width, tail) = digits(tail)?;
        if let Some(after) = tail.strip_prefix('.') {
            let (precision, after) = digits(after)?;
            (conversion.precision, tail) = (Some(precision), after);
        }
        // Length modifiers are ignored: the number always has 32 bits.
        tail = tail.trim_start_matches(['h', 'l', 'j', 'z', 't', 'q']);
        conversion.kind = tail.chars().next()?;
        "diuoxXc".contains(conversion.kind).then(|| (conversion, &tail[1..]))
    }

    fn write(&self, out: &mut String, number: u32) {
        let (sign, mut body) = match self.kind {
            'd' | 'i' if self.plus => ("+", number.to_string()),
            'd' | 'i' if self.space => (" ", number.to_string()),
            'o' => ("", format!("{number:o}")),
            'x' if self.alternate && number != 0 => ("0x", format!("{number:x}")),
            'X' if self.alternate && number != 0 => ("0X", format!("{number:X}")),
            'x' => ("", format!("{number:x}")),
            'X' => ("", format!("{number:X}")),
            // C converts the number to `unsigned char`: the low eight bits count.
            'c' => ("", char::from(number as u8).to_string()),
            _ => ("", number.to_string()),
        };
        let mut least = self.precision.unwrap_or(1);
        // In C a precision of zero prints no digits for zero.
        if self.precision == Some(0) && number == 0 && self.kind != 'c' {
            body.clear();
        }
        // In C the `#` of `%#o` raises the precision so that the first digit is zero.
        if self.kind == 'o' && self.alternate && !body.starts_with('0') {
            least = least.max(body.len() + 1);
        }
        // In C the flag `0` is ignored if there is a `-` or a precision.
        if self.zero && !self.left && self.precision.is_none() && self.kind != 'c' {
            least = least.max(self.width.saturating_sub(sign.len()));
        }
        if self.kind == 'c' {
            least = 0;
        }
        let zeros = least.saturating_sub(body.len());
        let blanks = self.width.saturating_sub(sign.len() + zeros + body.len());
        let (before, after) = if self.left { (0, blanks) } else { (blanks, 0) };
        out.extend(std::iter::repeat_n(' ', before));
        out.push_str(sign);
        out.extend(std::iter::repeat_n('0', zeros));
        out.push_str(&body);
        out.extend(std::iter::repeat_n(' ', after));
    }
}

/// Parses a number, possibly without digits. Returns it with the remaining text, or `None` if it is too large.
fn digits(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, tail) = text.split_at(end);
    let number = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    (number <= MAX_WIDTH).then_some((number, tail))
}

#[cfg(test)]
mod tests {
    use super::format_number;

    #[test]
    fn formats_as_c_does() {
        let cases: [(&str, u32, Option<&str>); 20] = [
            ("R%u", 0, Some("R0")),
            ("R%u", 31, Some("R31")),
            ("R%u_x", 7, Some("R7_x")),
            ("x%02d", 9, Some("x09")),
            ("x%2d", 9, Some("x 9")),
            ("x%-3d|", 9, Some("x9  |")),
            ("x%.3u", 9, Some("x009")),
            ("x%5.3u", 9, Some("x  009")),
            ("x%+d", 9, Some("x+9")),
            ("%x%%", 255, Some("ff%")),
            ("%X", 255, Some("FF")),
            ("%#06x", 255, Some("0x00ff")),
            ("%#o", 8, Some("010")),
            ("%.0u", 0, Some("")),
            ("%c1", 65, Some("A1")),
            ("%llu", 3, Some("3")),
            ("plain", 3, Some("plain")),
            ("%", 3, None),
            ("%s", 3, None),
            ("%u%u", 3, None),
        ];
        for (format, number, expected) in cases {
            assert_eq!(format_number(format, number).as_deref(), expected, "{format}");
        }
    }
}
