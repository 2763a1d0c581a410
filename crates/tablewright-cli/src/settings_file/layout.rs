//! Layout settings: the section `[fmt]` in `.tablewright.toml`.

use serde::Deserialize;
use tablewright_syntax::format::{Alignment, LayoutOptions, LetBlocks};

/// The section `[fmt]`. Missing settings have the values in [`LayoutOptions::default`].
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct FmtSettings {
    /// Maximum line width in columns, 0 for unlimited.
    width: Option<usize>,
    /// Indentation of bodies, in columns.
    indent: Option<usize>,
    /// Indentation of `let … in { … }`.
    let_blocks: Option<LetBlocksSetting>,
    /// Alignment of `=` in fields and `let`s.
    align_equals: Option<AlignmentSetting>,
    /// Alignment of comments at line ends.
    align_comments: Option<AlignmentSetting>,
    /// Maximum number of consecutive blank lines.
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

/// Maximum indentation. A larger setting is reduced to this value.
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
