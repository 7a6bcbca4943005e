//! Positions from text, and their moves as text.

use yon::game::Notation;

/// The position of a FEN that is right.
pub fn position<G: Notation>(fen: &str) -> G {
    G::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves in the order of their bytes.
pub fn texts<G: Notation>(position: &G) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}
