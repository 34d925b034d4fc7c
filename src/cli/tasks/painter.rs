//! Pictures of boards.

use crate::Position;
#[cfg(feature = "print")]
use base64::{Engine, engine::general_purpose::STANDARD};
use huarong_lab::tasks::Drawing;
#[cfg(feature = "print")]
use huarong_report::{paper::Fonts, sheets};

/// What draws boards.
pub(super) struct Painter {
    #[cfg(feature = "print")]
    fonts: Fonts<'static>,
}

impl Painter {
    /// The painter of a drawing; `None` if it is a text.
    pub fn of(drawing: Drawing) -> anyhow::Result<Option<Self>> {
        if drawing != Drawing::Picture {
            return Ok(None);
        }
        #[cfg(feature = "print")]
        return Ok(Some(Self { fonts: Fonts::new(&[]).expect("the built-in font is sound") }));
        #[cfg(not(feature = "print"))]
        anyhow::bail!("--drawing picture: this program was built without the feature print")
    }

    /// The picture of a board as PNG in base64.
    #[cfg(feature = "print")]
    pub fn picture(&self, board: &Position) -> String {
        STANDARD.encode(sheets::board_picture(board, &self.fonts))
    }

    #[cfg(not(feature = "print"))]
    pub fn picture(&self, _: &Position) -> String {
        unreachable!("there is no painter")
    }
}
