//! The instructions of a stack machine. The build script makes them of `opcodes.td`.

include!(concat!(env!("OUT_DIR"), "/opcodes.rs"));

/// How high the stack is after a program, if all its bytes are instructions.
pub fn height(program: &[u8]) -> Option<i32> {
    program.iter().map(|&byte| Opcode::of(byte).map(Opcode::effect)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instructions_are_those_of_the_description() {
        assert_eq!(Opcode::of(0x10), Some(Opcode::Add));
        assert_eq!(Opcode::of(0x12), None);
        assert_eq!(height(&[0x01, 0x01, 0x10]), Some(1));
        assert_eq!(height(&[0x01, 0x77]), None);
    }
}
