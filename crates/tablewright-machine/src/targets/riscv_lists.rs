//! Lists of numbers and names for RISC-V.

/// The numbers that `fli` loads (Zfa).
pub(super) const LOADED_NUMBERS: &[(i64, &str)] = &[
    (0, "-1.0"),
    (1, "min"),
    (2, "1.52587890625e-05"),
    (3, "3.0517578125e-05"),
    (4, "0.00390625"),
    (5, "0.0078125"),
    (6, "0.0625"),
    (7, "0.125"),
    (8, "0.25"),
    (9, "0.3125"),
    (10, "0.375"),
    (11, "0.4375"),
    (12, "0.5"),
    (13, "0.625"),
    (14, "0.75"),
    (15, "0.875"),
    (16, "1.0"),
    (17, "1.25"),
    (18, "1.5"),
    (19, "1.75"),
    (20, "2.0"),
    (21, "2.5"),
    (22, "3.0"),
    (23, "4.0"),
    (24, "8.0"),
    (25, "16.0"),
    (26, "128.0"),
    (27, "256.0"),
    (28, "32768.0"),
    (29, "65536.0"),
    (30, "inf"),
    (31, "nan"),
];

/// Register lists (Zcmp).
pub(super) const REGISTER_LISTS: &[(i64, &str)] = &[
    (4, "{ra}"),
    (5, "{ra, s0}"),
    (6, "{ra, s0-s1}"),
    (7, "{ra, s0-s2}"),
    (8, "{ra, s0-s3}"),
    (9, "{ra, s0-s4}"),
    (10, "{ra, s0-s5}"),
    (11, "{ra, s0-s6}"),
    (12, "{ra, s0-s7}"),
    (13, "{ra, s0-s8}"),
    (14, "{ra, s0-s9}"),
    (15, "{ra, s0-s11}"),
    // Lists that assemblers also read.
    (4, "{x1}"),
    (5, "{x1, x8}"),
    (6, "{x1, x8-x9}"),
    (7, "{x1, x8-x9, x18}"),
    (8, "{x1, x8-x9, x18-x19}"),
    (9, "{x1, x8-x9, x18-x20}"),
    (10, "{x1, x8-x9, x18-x21}"),
    (11, "{x1, x8-x9, x18-x22}"),
    (12, "{x1, x8-x9, x18-x23}"),
    (13, "{x1, x8-x9, x18-x24}"),
    (14, "{x1, x8-x9, x18-x25}"),
    (15, "{x1, x8-x9, x18-x27}"),
];

/// Delays (Xqcisync).
pub(super) const SLISTS: &[(u64, i64)] =
    &[(0, 0), (1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 15), (7, 31)];

/// The compared numbers of branches (Zibi).
pub(super) const ZIBI_NUMBERS: &[(u64, i64)] = &zibi_numbers();

const fn zibi_numbers() -> [(u64, i64); 32] {
    let mut numbers = [(0, -1); 32];
    let mut bits = 1;
    while bits < numbers.len() {
        numbers[bits] = (bits as u64, bits as i64);
        bits += 1;
    }
    numbers
}

/// Matrix types: element width and widening (XSfmm).
pub(super) const MATRIX_TYPES: &[(i64, &str)] = &[
    (0x200, "e8, w1"),
    (0x208, "e16, w1"),
    (0x210, "e32, w1"),
    (0x218, "e64, w1"),
    (0x300, "e8alt, w1"),
    (0x308, "e16alt, w1"),
    (0x310, "e32alt, w1"),
    (0x318, "e64alt, w1"),
    (0x400, "e8, w2"),
    (0x408, "e16, w2"),
    (0x410, "e32, w2"),
    (0x500, "e8alt, w2"),
    (0x508, "e16alt, w2"),
    (0x510, "e32alt, w2"),
    (0x600, "e8, w4"),
    (0x608, "e16, w4"),
    (0x700, "e8alt, w4"),
    (0x708, "e16alt, w4"),
];

/// The numbers of matrix types. Other numbers are vector types.
pub(super) const MATRIX_TYPE_NUMBERS: &[(u64, i64)] = &matrix_type_numbers();

const fn matrix_type_numbers() -> [(u64, i64); MATRIX_TYPES.len()] {
    let mut numbers = [(0, 0); MATRIX_TYPES.len()];
    let mut index = 0;
    while index < numbers.len() {
        numbers[index] = (MATRIX_TYPES[index].0 as u64, MATRIX_TYPES[index].0);
        index += 1;
    }
    numbers
}
