//! Forms: `Format` record numbers, which determine operand positions.

/// The operand positions in an instruction: a `Format` record number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub u8);

#[expect(missing_docs, reason = "the records are the names")]
impl Form {
    pub const PSEUDO: Form = Form(0);
    pub const RAW: Form = Form(1);
    pub const ADD_REG: Form = Form(2);
    pub const RAW_MEM_OFFS: Form = Form(3);
    pub const RAW_SRC: Form = Form(4);
    pub const RAW_DST: Form = Form(5);
    pub const RAW_DST_SRC: Form = Form(6);
    pub const RAW_IMM8: Form = Form(7);
    pub const RAW_IMM16: Form = Form(8);
    pub const ADD_CC: Form = Form(9);
    pub const PREFIX_BYTE: Form = Form(10);
    pub const MRM_DEST_REG_CC: Form = Form(18);
    pub const MRM_DEST_MEM_CC: Form = Form(19);
    pub const MRM_DEST_MEM_4V_OP3_CC: Form = Form(20);
    pub const MRM_R0: Form = Form(21);
    pub const MRM_SRC_MEM_FSIB: Form = Form(22);
    pub const MRM_DEST_MEM_FSIB: Form = Form(23);
    pub const MRM_DEST_MEM: Form = Form(24);
    pub const MRM_SRC_MEM: Form = Form(25);
    pub const MRM_SRC_MEM_4V_OP3: Form = Form(26);
    pub const MRM_SRC_MEM_OP4: Form = Form(27);
    pub const MRM_SRC_MEM_CC: Form = Form(28);
    pub const MRM_X_M_CC: Form = Form(30);
    pub const MRM_X_M: Form = Form(31);
    pub const MRM_0_M: Form = Form(32);
    pub const MRM_7_M: Form = Form(39);
    pub const MRM_DEST_REG: Form = Form(40);
    pub const MRM_SRC_REG: Form = Form(41);
    pub const MRM_SRC_REG_4V_OP3: Form = Form(42);
    pub const MRM_SRC_REG_OP4: Form = Form(43);
    pub const MRM_SRC_REG_CC: Form = Form(44);
    pub const MRM_X_R_CC: Form = Form(46);
    pub const MRM_X_R: Form = Form(47);
    pub const MRM_0_R: Form = Form(48);
    pub const MRM_7_R: Form = Form(55);
    pub const MRM_0_X: Form = Form(56);
    pub const MRM_7_X: Form = Form(63);
    pub const MRM_C0: Form = Form(64);
    pub const MRM_FF: Form = Form(127);
}

/// Difference between the numbers of a register form and the corresponding memory form.
const REGISTER_FORM_OFFSET: u8 = Form::MRM_DEST_REG.0 - Form::MRM_DEST_MEM.0;

impl Form {
    /// Whether the opcode contains a condition.
    pub fn has_condition(self) -> bool {
        matches!(
            self,
            Form::ADD_CC
                | Form::MRM_DEST_REG_CC
                | Form::MRM_DEST_MEM_CC
                | Form::MRM_DEST_MEM_4V_OP3_CC
                | Form::MRM_SRC_REG_CC
                | Form::MRM_SRC_MEM_CC
                | Form::MRM_X_R_CC
                | Form::MRM_X_M_CC
        )
    }

    /// Returns the form with a memory operand instead of a register in ModR/M; `None` if there is
    /// no such form, or this form does not have a register.
    pub fn with_memory(self) -> Option<Form> {
        // The number 45 is unused.
        matches!(self.0, 40..=44 | 46..=55).then(|| Form(self.0 - REGISTER_FORM_OFFSET))
    }

    /// Whether there is a corresponding form with a register in ModR/M.
    pub fn has_register_form(self) -> bool {
        let form = Form(self.0.saturating_add(REGISTER_FORM_OFFSET));
        form.with_memory() == Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_with_a_register_has_one_with_memory() {
        assert_eq!(Form::MRM_DEST_REG.with_memory(), Some(Form::MRM_DEST_MEM));
        assert_eq!(Form::MRM_SRC_REG_OP4.with_memory(), Some(Form::MRM_SRC_MEM_OP4));
        assert_eq!(Form::MRM_X_R_CC.with_memory(), Some(Form::MRM_X_M_CC));
        assert_eq!(Form::MRM_7_R.with_memory(), Some(Form::MRM_7_M));
        assert_eq!(Form::MRM_0_X.with_memory(), None);
        assert_eq!(Form::ADD_REG.with_memory(), None);
    }

    #[test]
    fn some_forms_with_memory_have_none_with_a_register() {
        assert!(Form::MRM_SRC_MEM.has_register_form() && Form::MRM_0_M.has_register_form());
        assert!(!Form::MRM_SRC_MEM_FSIB.has_register_form());
        assert!(!Form::MRM_SRC_REG.has_register_form() && !Form::MRM_FF.has_register_form());
    }
}
