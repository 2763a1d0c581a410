//! The byte ModR/M: which of its values an instruction has, and how tables by it are packed.

/// The values of ModR/M that an instruction has.
#[doc(alias = "ModRMFilter")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModRmFilter {
    /// All, or there is no such byte.
    Any,
    /// Those with a register, or those with memory.
    Mod {
        /// Which of them.
        is_register: bool,
    },
    /// Those with a register, or with memory, whose middle bits have this value.
    Reg {
        /// Which of them.
        is_register: bool,
        /// The value.
        reg: u8,
    },
    /// Those with a register whose lowest bits have this value.
    Rm {
        /// The value.
        rm: u8,
    },
    /// One value.
    Exactly(u8),
}

impl ModRmFilter {
    /// Whether an instruction has that value.
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

/// What the instruction depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Nothing.
    OneEntry,
    /// Whether there is a register or memory.
    SplitRm,
    /// The middle bits, and with a register on all bits.
    SplitMisc,
    /// The middle bits, and whether there is a register or memory.
    SplitReg,
    /// All bits.
    Full,
}

/// The instructions for all values of ModR/M, as few as it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModRmDecision {
    /// What they depend on.
    pub kind: DecisionKind,
    /// The instructions, those with memory first; zero for none.
    pub instructions: Vec<u16>,
}

impl ModRmDecision {
    /// Packs the instructions of all 256 values.
    pub fn of(all: &[u16; 256]) -> ModRmDecision {
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

    /// The instruction for a value of ModR/M; zero for none.
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

    /// Whether there is no instruction.
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
        ModRmDecision::of(&all)
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
