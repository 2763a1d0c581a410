//! The settings of layouts: the section `[fmt]` of `.tablewright.toml`.

use serde::Deserialize;
use tablewright::syntax::format::{Alignment, LayoutOptions, LetBlocks};

/// The section `[fmt]`. What is left out is as [`LayoutOptions::default`] has it.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FmtSettings {
    /// From how many columns on a line is too long; 0 for no limit.
    width: Option<usize>,
    /// The indentation of bodies.
    indent: Option<usize>,
    /// The indentation of `let … in { … }`.
    let_blocks: Option<LetBlocksSetting>,
    /// The `=` of fields and `let`s.
    align_equals: Option<AlignmentSetting>,
    /// Comments at the end of lines.
    align_comments: Option<AlignmentSetting>,
    /// How many blank lines may stand together.
    max_blank_lines: Option<usize>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum LetBlocksSetting {
    Keep,
    Indent,
    Flat,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum AlignmentSetting {
    Keep,
    Align,
    Single,
}

/// The widest indentation; a wider one is taken as this.
const MAX_INDENT: usize = 16;

impl FmtSettings {
    pub(crate) fn options(&self) -> LayoutOptions {
        let default = LayoutOptions::default();
        let alignment = |setting: Option<AlignmentSetting>, default| match setting {
            None => default,
            Some(AlignmentSetting::Keep) => Alignment::Keep,
            Some(AlignmentSetting::Align) => Alignment::Align,
            Some(AlignmentSetting::Single) => Alignment::Single,
        };
        LayoutOptions {
            width: match self.width {
                None => default.width,
                Some(0) => None,
                Some(width) => Some(width),
            },
            indent: self.indent.map(|indent| indent.min(MAX_INDENT)).or(default.indent),
            let_blocks: match self.let_blocks {
                None => default.let_blocks,
                Some(LetBlocksSetting::Keep) => LetBlocks::Keep,
                Some(LetBlocksSetting::Indent) => LetBlocks::Indent,
                Some(LetBlocksSetting::Flat) => LetBlocks::Flat,
            },
            equals: alignment(self.align_equals, default.equals),
            comments: alignment(self.align_comments, default.comments),
            max_blank_lines: self.max_blank_lines.unwrap_or(default.max_blank_lines),
        }
    }
}
