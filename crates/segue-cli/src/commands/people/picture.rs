//! An invite as a picture made of half blocks, two rows of squares in one line of text.

use qrcode::{Color, EcLevel, QrCode};

/// The width of the light margin around the picture, which a camera needs.
const QUIET: usize = 2;

/// Draws the QR code of a text, light on dark whatever the terminal's colours are; `None` when the
/// text does not fit.
pub fn picture(text: &str) -> Option<String> {
    // Capitals take the smaller of the code's alphabets; an invite does not mind.
    let code = QrCode::with_error_correction_level(text.to_uppercase(), EcLevel::L).ok()?;
    let wide = code.width();
    let colors = code.to_colors();
    let dark = |x: usize, y: usize| {
        let inside = (QUIET..wide + QUIET).contains(&x) && (QUIET..wide + QUIET).contains(&y);
        inside && colors[(y - QUIET) * wide + (x - QUIET)] == Color::Dark
    };
    let side = wide + 2 * QUIET;
    let line = |y: usize| -> String {
        (0..side)
            .map(|x| match (dark(x, y), dark(x, y + 1)) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            })
            .collect()
    };
    let lines: Vec<String> = (0..side).step_by(2).map(line).collect();
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_square_and_has_its_corners() {
        let text = format!("segue:invite/{}", "a2b3".repeat(60));
        let picture = picture(&text).unwrap();
        let lines: Vec<&str> = picture.lines().collect();
        let wide = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == wide));
        assert_eq!(lines.len(), wide.div_ceil(2));
        assert!(lines[0].chars().all(|c| c == '█'), "light all around");
        // Two squares of light, then the dark frame of the finder.
        assert!(lines[1].starts_with("██ ▄▄▄▄▄ █"), "{}", lines[1]);
        assert!(picture.len() < 20_000);
        assert!(super::picture(&"x".repeat(10_000)).is_none());
    }
}
