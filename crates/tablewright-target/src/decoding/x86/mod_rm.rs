//! The ModR/M byte: filters by value, and packed decision tables.

/// The ModR/M values of an instruction.
#[doc(alias = "ModRMFilter")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModRmFilter {
    /// All values, or no ModR/M byte.
    Any,
    /// All values with a register, or all with memory.
    Mod {
        /// Whether it is a register rather than memory.
        is_register: bool,
    },
    /// All values with a register, or with memory, and this `reg` field.
    Reg {
        /// Whether it is a register rather than memory.
        is_register: bool,
        /// The value of the middle bits.
        reg: u8,
    },
    /// All values with a register and this `rm` field.
    Rm {
        /// The value of the lowest bits.
        rm: u8,
    },
    /// A single value.
    Exactly(u8),
}

impl ModRmFilter {
    /// Whether the instruction has this value.
    pub fn accepts(self, mod_rm: u8) -> bool {
        let has_register = mod_rm >= 0xc0;
        match self {
            ModRmFilter::Any => true,
            ModRmFilter::Mod { is_register } => has_register == is_register,
            ModRmFilter::Reg { is_register, reg } => {
                has_register == is_register && mod_rm >> 3 & 7 == reg
            }
            ModRmFilter::Rm { rm } => has_register && mod_rm & 7 == rm,
            ModRmFilter::Exactly(value) => mod_rm == value,
        }
    }
}

/// The ModR/M bits that determine the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Does not depend on ModR/M.
    OneEntry,
    /// Register or memory.
    SplitRm,
    /// The middle bits for memory, all bits for a register.
    SplitMisc,
    /// The middle bits, and register or memory.
    SplitReg,
    /// All bits.
    Full,
}

/// The packed instructions for all ModR/M values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModRmDecision {
    /// The bits on which they depend.
    pub kind: DecisionKind,
    /// The instructions, with memory first; zero for none.
    pub instructions: Vec<u16>,
}

impl ModRmDecision {
    /// Packs the instructions for all 256 values.
    pub fn new(all: &[u16; 256]) -> ModRmDecision {
        let (memory, register) = all.split_at(0xc0);
        let same = |values: &[u16]| values.iter().all(|value| *value == values[0]);
        let by_reg = |values: &[u16]| {
            values.iter().enumerate().all(|(at, value)| *value == values[at & 0x38])
        };
        let every_eighth = |values: &[u16]| values.chunks(8).map(|c| c[0]).take(8).collect();
        let (kind, instructions) = if same(all) {
            (DecisionKind::OneEntry, vec![all[0]])
        } else if same(memory) && same(register) {
            (DecisionKind::SplitRm, vec![memory[0], register[0]])
        } else if by_reg(memory) && by_reg(register) {
            let both: [Vec<u16>; 2] = [every_eighth(memory), every_eighth(register)];
            (DecisionKind::SplitReg, both.concat())
        } else if by_reg(memory) {
            let mut values: Vec<u16> = every_eighth(memory);
            values.extend(register);
            (DecisionKind::SplitMisc, values)
        } else {
            (DecisionKind::Full, all.to_vec())
        };
        ModRmDecision { kind, instructions }
    }

    /// Whether the instruction depends on ModR/M.
    pub fn needs_mod_rm(&self) -> bool {
        self.kind != DecisionKind::OneEntry
    }

    /// Returns the instruction for a ModR/M value; zero for none.
    pub fn instruction(&self, mod_rm: u8) -> u16 {
        let (has_register, reg) = (mod_rm >= 0xc0, usize::from(mod_rm >> 3 & 7));
        let index = match self.kind {
            DecisionKind::OneEntry => 0,
            DecisionKind::SplitRm => usize::from(has_register),
            DecisionKind::SplitReg => reg + if has_register { 8 } else { 0 },
            DecisionKind::SplitMisc if has_register => 8 + usize::from(mod_rm & 0x3f),
            DecisionKind::SplitMisc => reg,
            DecisionKind::Full => usize::from(mod_rm),
        };
        self.instructions.get(index).copied().unwrap_or(0)
    }

    /// Whether it lacks instructions.
    pub fn is_empty(&self) -> bool {
        self.instructions == [0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(instruction: impl Fn(u8) -> u16) -> ModRmDecision {
        let mut all = [0; 256];
        for (mod_rm, slot) in (0u8..=255).zip(&mut all) {
            *slot = instruction(mod_rm);
        }
        ModRmDecision::new(&all)
    }

    #[test]
    fn filters_accept_values() {
        let count =
            |filter: ModRmFilter| (0u8..=255).filter(|&value| filter.accepts(value)).count();
        assert_eq!(count(ModRmFilter::Any), 256);
        assert_eq!(count(ModRmFilter::Mod { is_register: false }), 192);
        assert_eq!(count(ModRmFilter::Reg { is_register: true, reg: 3 }), 8);
        assert_eq!(count(ModRmFilter::Rm { rm: 4 }), 8);
        assert!(ModRmFilter::Rm { rm: 4 }.accepts(0xc4) && !ModRmFilter::Rm { rm: 4 }.accepts(4));
        assert_eq!(count(ModRmFilter::Exactly(0xd0)), 1);
    }

    #[test]
    fn packed_decisions_say_what_was_packed() {
        let functions: [fn(u8) -> u16; 5] = [
            |_| 7,
            |value| u16::from(value >= 0xc0),
            |value| u16::from(value >> 3 & 7),
            |value| if value >= 0xc0 { u16::from(value) } else { u16::from(value >> 3 & 7) },
            u16::from,
        ];
        for function in functions {
            let packed = decision(function);
            assert!((0..=255).all(|value| packed.instruction(value) == function(value)));
        }
    }

    #[test]
    fn decisions_are_packed_as_well_as_they_can_be() {
        let check = |decision: ModRmDecision, kind, len| {
            assert_eq!((decision.kind, decision.instructions.len()), (kind, len));
        };
        check(decision(|_| 7), DecisionKind::OneEntry, 1);
        check(decision(|value| u16::from(value >= 0xc0)), DecisionKind::SplitRm, 2);
        check(decision(|value| u16::from(value >> 3 & 7)), DecisionKind::SplitReg, 16);
        check(decision(|value| u16::from(value == 0xc1)), DecisionKind::SplitMisc, 72);
        check(decision(|value| u16::from(value == 0x01)), DecisionKind::Full, 256);
        assert!(decision(|_| 0).is_empty());
    }
}
