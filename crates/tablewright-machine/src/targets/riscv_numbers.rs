//! Instructions that load a number into a register, as LLVM chooses them: for example
//! `addi a0, zero, 3` and `slli a0, a0, 11` for 6144.

use crate::number::{low_mask, sign_extended};
use crate::syntax::ExpansionInput;

/// The processor's extensions with instructions that shorten such a sequence.
#[derive(Clone, Copy)]
pub(super) struct LoadExtensions {
    pub(super) is_64: bool,
    /// Addition of shifted and of zero-extended registers.
    pub(super) has_address: bool,
    /// The rotation's mnemonic.
    pub(super) rotation: Option<&'static str>,
    /// Single bits.
    pub(super) has_bits: bool,
}

impl LoadExtensions {
    pub(super) fn from_input(input: &ExpansionInput<'_>) -> LoadExtensions {
        let has = input.has_feature;
        let rotation = if has("FeatureStdExtZbb") {
            Some("rori")
        } else {
            has("FeatureVendorXTHeadBb").then_some("th.srri")
        };
        LoadExtensions {
            is_64: has("Feature64Bit"),
            has_address: has("FeatureStdExtZba"),
            rotation,
            has_bits: has("FeatureStdExtZbs"),
        }
    }
}

/// An instruction of a sequence. Each but the first reads the result of the instruction before it.
#[derive(Clone, Copy)]
enum LoadStep {
    /// `lui` with the upper 20 bits.
    Upper(i64),
    /// An instruction with the register and a number.
    Number(&'static str, i64),
    /// An addition whose operands both are the register, for example `sh1add`.
    Twice(&'static str),
    /// `add.uw` with the register `zero`, which clears the upper 32 bits.
    ZeroExtend,
}

type LoadSteps = Vec<LoadStep>;

/// Returns the lines that load a number.
pub(super) fn lines(register: &str, number: i64, extensions: LoadExtensions) -> Vec<String> {
    let mut base = "zero";
    let mut lines = Vec::new();
    for step in steps(number, extensions) {
        lines.push(match step {
            LoadStep::Upper(bits) => format!("lui {register}, {bits}"),
            LoadStep::Number(name, number) => format!("{name} {register}, {base}, {number}"),
            LoadStep::Twice(name) => format!("{name} {register}, {base}, {base}"),
            LoadStep::ZeroExtend => format!("add.uw {register}, {base}, zero"),
        });
        base = register;
    }
    lines
}

/// Returns the shortest sequence that is found for a number.
fn steps(number: i64, extensions: LoadExtensions) -> LoadSteps {
    let mut best = plain(number, extensions);
    if number & 0xfff != 0 && number & 1 == 0 && best.len() >= 2 {
        let zeros = number.trailing_zeros();
        let odd = number >> zeros;
        let shorter = then(plain(odd, extensions), shift_left(zeros));
        // A short instruction can load the odd number.
        let is_short = is_signed(odd, 6);
        if shorter.len() < best.len() || is_short {
            best = shorter;
        }
    }
    if best.len() <= 2 {
        return best;
    }
    if number & 0xfff != 0 && number & 0x1800 == 0x1000 {
        // A negative lower part leaves a rest that is often shorter.
        let low = (number & 0xfff) - 0x800;
        let rest = plain(number.wrapping_sub(low), extensions);
        choose(&mut best, then(rest, LoadStep::Number("addi", low)));
    }
    if number > 0 && best.len() > 2 {
        let shorter = without_leading_zeros(number, extensions, best.len());
        choose_some(&mut best, shorter);
    }
    if number < 0 && best.len() > 3 {
        let inverse = without_leading_zeros(!number, extensions, best.len() - 1);
        let inverse = inverse.map(|steps| then(steps, LoadStep::Number("xori", -1)));
        choose_some(&mut best, inverse);
    }
    if extensions.has_bits && best.len() > 2 {
        choose_some(&mut best, with_bits(number, extensions));
    }
    if extensions.has_address && best.len() > 2 {
        let shorter = multiplied(number, extensions, best.len());
        choose_some(&mut best, shorter);
    }
    if let Some(name) = extensions.rotation.filter(|_| best.len() > 2)
        && let Some(right) = rotation(number as u64)
    {
        let first = LoadStep::Number("addi", number.rotate_left(right));
        best = vec![first, LoadStep::Number(name, i64::from(right))];
    }
    best
}

fn then(mut steps: LoadSteps, step: LoadStep) -> LoadSteps {
    steps.push(step);
    steps
}

fn shift_left(bits: u32) -> LoadStep {
    LoadStep::Number("slli", i64::from(bits))
}

/// Replaces the best sequence by a shorter one.
fn choose(best: &mut LoadSteps, other: LoadSteps) {
    if other.len() < best.len() {
        *best = other;
    }
}

fn choose_some(best: &mut LoadSteps, other: Option<LoadSteps>) {
    if let Some(other) = other {
        choose(best, other);
    }
}

fn is_signed(number: i64, width: u32) -> bool {
    sign_extended(number as u64, width) == number
}

/// Returns the sequence of the base instructions: the upper part first, then 12 bits at a time.
fn plain(number: i64, extensions: LoadExtensions) -> LoadSteps {
    let is_power = (number as u64).is_power_of_two();
    if extensions.has_bits && is_power && (!is_signed(number, 32) || number == 0x800) {
        return vec![LoadStep::Number("bseti", i64::from(number.trailing_zeros()))];
    }
    let low = sign_extended(number as u64, 12);
    if is_signed(number, 32) {
        return plain_word(number, low, extensions);
    }
    let mut rest = number.wrapping_sub(low);
    let mut shift = 0;
    let mut is_unsigned = false;
    if !is_signed(rest, 32) {
        shift = rest.trailing_zeros();
        rest >>= shift;
        // `lui` loads these bits without a second instruction.
        if shift > 12 && !is_signed(rest, 12) {
            let upper = ((rest as u64) << 12) as i64;
            if is_signed(upper, 32) {
                (shift, rest) = (shift - 12, upper);
            } else if extensions.has_address && upper as u64 >> 32 == 0 {
                (shift, rest) = (shift - 12, upper | -1 << 32);
                is_unsigned = true;
            }
        }
        // `slli.uw` clears the upper half.
        if extensions.has_address && rest as u64 >> 32 == 0 && !is_signed(rest, 32) {
            rest |= -1 << 32;
            is_unsigned = true;
        }
    }
    let mut steps = plain(rest, extensions);
    if shift > 0 {
        let name = if is_unsigned { "slli.uw" } else { "slli" };
        steps.push(LoadStep::Number(name, i64::from(shift)));
    }
    if low != 0 {
        steps.push(LoadStep::Number("addi", low));
    }
    steps
}

fn plain_word(number: i64, low: i64, extensions: LoadExtensions) -> LoadSteps {
    let mut steps = Vec::new();
    let high = number.wrapping_add(0x800) >> 12 & 0xf_ffff;
    if high != 0 {
        steps.push(LoadStep::Upper(high));
    }
    if low != 0 || high == 0 {
        let name = if extensions.is_64 && high != 0 { "addiw" } else { "addi" };
        steps.push(LoadStep::Number(name, low));
    }
    steps
}

/// Returns a sequence of less than `limit` steps that loads a positive number shifted to the left
/// first; the lowest bits are ones or zeros.
fn without_leading_zeros(
    number: i64,
    extensions: LoadExtensions,
    limit: usize,
) -> Option<LoadSteps> {
    let zeros = number.leading_zeros();
    let shifted = (number as u64).checked_shl(zeros)?;
    let mask = low_mask(zeros);
    let right = LoadStep::Number("srli", i64::from(zeros));
    let mut best: Option<LoadSteps> = None;
    let mut add = |steps: LoadSteps| {
        if steps.len() < best.as_ref().map_or(limit, Vec::len) {
            best = Some(steps);
        }
    };
    add(then(plain((shifted | mask) as i64, extensions), right));
    add(then(plain((shifted & !mask) as i64, extensions), right));
    if extensions.has_address && zeros == 32 {
        add(then(plain(number | -1 << 32, extensions), LoadStep::ZeroExtend));
    }
    best
}

/// Returns a word with single bits set or cleared above it.
fn with_bits(number: i64, extensions: LoadExtensions) -> Option<LoadSteps> {
    let mut best: Option<LoadSteps> = None;
    for (name, word) in [("bseti", number & 0x7fff_ffff), ("bclri", number | -1 << 31)] {
        let mut steps = if word == 0 { Vec::new() } else { plain(word, extensions) };
        let mut bits = (number ^ word) as u64;
        while bits != 0 {
            steps.push(LoadStep::Number(name, i64::from(bits.trailing_zeros())));
            bits &= bits - 1;
        }
        if best.as_ref().is_none_or(|best| steps.len() < best.len()) {
            best = Some(steps);
        }
    }
    best
}

const FACTORS: [(i64, &str); 3] = [(3, "sh1add"), (5, "sh2add"), (9, "sh3add")];

/// Returns a word multiplied by 3, 5 or 9, and an addition if the product is not exact.
fn multiplied(number: i64, extensions: LoadExtensions, limit: usize) -> Option<LoadSteps> {
    let exact = |product: i64| {
        let is_exact =
            |(factor, _): &&(i64, &str)| product % factor == 0 && is_signed(product / factor, 32);
        FACTORS.iter().find(is_exact)
    };
    if let Some((factor, name)) = exact(number) {
        return Some(then(plain(number / factor, extensions), LoadStep::Twice(name)));
    }
    let low = sign_extended(number as u64, 12);
    let high = number.wrapping_add(0x800) & !0xfff;
    let (factor, name) = exact(high)?;
    let steps = then(plain(high / factor, extensions), LoadStep::Twice(name));
    let steps = then(steps, LoadStep::Number("addi", low));
    (steps.len() < limit).then_some(steps)
}

/// Returns the rotation to the right that builds a number from 12 signed bits.
fn rotation(number: u64) -> Option<u32> {
    let (leading, trailing) = (number.leading_ones(), number.trailing_ones());
    if (1..64).contains(&trailing) && leading + trailing > 64 - 12 {
        return Some(64 - trailing);
    }
    let upper = ((number >> 32) as u32).trailing_ones();
    let lower = (number as u32).leading_ones();
    (upper < 32 && upper + lower > 64 - 12).then_some(32 - upper)
}
