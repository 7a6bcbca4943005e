//! Finding a move: from a solved board, by search, or as a level below full strength does.

mod level;
mod losing;

use std::time::Duration;

use super::super::report::{Answer, Info, News};
use super::{Desk, Likely};
use crate::control::{Budget, Limits};
use crate::game::{Evaluator, Notation, Oracle, PerSeat, Score, Value};
use crate::search::many::ended_points;
use crate::search::proof::{Proof, prove};
use crate::search::{Found, Task, estimate, score_of, search};
use crate::text::{count, quote};

/// What a `go` without limits gets where the position is not known, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;
/// The score of a win by a table that positions that came before may take away.
const LIKELY: i32 = 20_000;
/// Moves that are shown of a line whose length is not known.
const SHOWN: usize = 16;
/// How many illegal `searchmoves` are named before the rest is counted.
const NAMED: usize = 5;

/// A move, its text and what it is known to bring.
struct Candidate<M> {
    text: String,
    mv: M,
}

pub(super) fn go<G: Notation, E: Evaluator<G>>(
    desk: &Desk<'_, G, E>,
    limits: &Limits,
    searchmoves: Option<&[String]>,
    ponder: bool,
    news: &mut dyn FnMut(News),
) -> Answer {
    let answer = find(desk, limits, searchmoves, ponder, news);
    if limits.infinite || ponder {
        desk.stop.wait(!limits.infinite);
    }
    answer
}

fn find<G: Notation, E: Evaluator<G>>(
    desk: &Desk<'_, G, E>,
    limits: &Limits,
    searchmoves: Option<&[String]>,
    ponder: bool,
    news: &mut dyn FnMut(News),
) -> Answer {
    if let Some(outcome) = desk.standing.outcome() {
        let value = outcome.value_for(desk.position.turn());
        let scores = shown::<G>(&ended_points::<G>(&outcome));
        news(News::Info(Info { scores, ..still(Score::Proved(value)) }));
        return Answer::Best { mv: None, ponder: None };
    }
    let root = root_moves(desk, searchmoves, news);
    if root.is_empty() {
        let scores = shown::<G>(&desk.kit.evaluator.score(desk.position));
        news(News::Info(Info { scores, ..still(Score::Points(estimate(&desk.kit.evaluator, desk.position))) }));
        return Answer::Best { mv: None, ponder: None };
    }
    let timed = limits.movetime.is_some() || limits.clock.is_some();
    let waits = !timed && !limits.infinite && !ponder && limits.depth != Some(0) && limits.nodes != Some(0);
    let go = Go { desk, limits, budget: budget(desk, limits), root, waits };
    // Whoever asks for a forced result asks what is so, not what a level sees.
    if !desk.tools.settings.full_strength() && limits.mate.is_none() {
        let level = usize::from(desk.tools.settings.skill).saturating_sub(1);
        return match E::LEVELS.and_then(|levels| levels.get(level).copied()) {
            Some(sight) => go.play_by_sight(sight, waits, news),
            None => go.play_as_level(waits, news),
        };
    }
    if waits {
        desk.wait_for_tables();
    } else {
        desk.begin_tables();
    }
    if let Some(answer) = go.answer_from_tables(news) {
        return answer;
    }
    if let Some(within) = limits.mate.filter(|_| E::PROVES) {
        return go.prove(within, news);
    }
    let mut told = None;
    let oracle = desk.oracle_inside(limits);
    let found = go.search(limits, desk.tools.settings.multipv, oracle, &mut |found| {
        told = Some(found.lines[0].pv[0]);
        go.tell(found, news);
    });
    if !desk.stop.is_stopped()
        && let Some(answer) = go.answer_from_tables(news)
    {
        return answer;
    }
    // Stopped before the first depth, or with a better move in the middle of one.
    if told != Some(found.lines[0].pv[0]) {
        go.tell(&found, news);
    }
    if let Some(answer) = go.trap_after_search(&found, news) {
        return answer;
    }
    let best = &found.lines[0];
    go.say_mate(score_of(best.score), found.depth, news);
    let mut texts = go.texts(&best.pv).into_iter();
    Answer::Best { mv: texts.next(), ponder: texts.next() }
}

/// The line of a position in which nothing is to be searched.
fn still(score: Score) -> Info {
    let (nodes, time) = (0, Duration::ZERO);
    let (scores, pv) = (Vec::new(), Vec::new());
    Info { depth: 0, seldepth: 0, multipv: 1, score, scores, nodes, hashfull: 0, tbhits: 0, time, pv }
}

/// How many plies can be asked about: no more than are left.
fn last_question<G: Notation>(position: &G, within: u32) -> u32 {
    position.plies_to_draw().map_or(within, |left| left.min(within))
}

/// The points of all seats, in a game for more than two.
fn shown<G: Notation>(points: &PerSeat<i32>) -> Vec<i32> {
    if G::SEATS.len() > 2 { points.0[..G::SEATS.len()].to_vec() } else { Vec::new() }
}

fn budget<G: Notation, E: Evaluator<G>>(desk: &Desk<'_, G, E>, limits: &Limits) -> Option<Budget> {
    let bare = *limits == Limits::default();
    let whole = Limits { movetime: bare.then_some(DEFAULT_MOVETIME).or(limits.movetime), ..limits.clone() };
    whole.budget(desk.tools.settings.move_overhead)
}

/// The moves to consider, in the order of their bytes.
fn root_moves<G: Notation, E: Evaluator<G>>(
    desk: &Desk<'_, G, E>,
    searchmoves: Option<&[String]>,
    news: &mut dyn FnMut(News),
) -> Vec<Candidate<G::Move>> {
    let all = desk.moves_in_order();
    let Some(texts) = searchmoves else {
        return all.into_iter().map(|(text, mv)| Candidate { text, mv }).collect();
    };
    let parsed: Vec<_> = texts.iter().map(|text| (text, desk.position.parse_move(text))).collect();
    let illegal: Vec<String> = parsed.iter().filter(|(_, mv)| mv.is_err()).map(|(text, _)| quote(text)).collect();
    if !illegal.is_empty() {
        let more = illegal.len().saturating_sub(NAMED);
        let named = illegal[..illegal.len() - more].join(", ");
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        news(News::Note(format!("error move: searchmoves: not legal here and left out: {named}{rest}")));
    }
    let wanted: Vec<G::Move> = parsed.into_iter().filter_map(|(_, mv)| mv.ok()).collect();
    all.into_iter().filter(|(_, mv)| wanted.contains(mv)).map(|(text, mv)| Candidate { text, mv }).collect()
}

struct Go<'a, G: Notation, E> {
    desk: &'a Desk<'a, G, E>,
    limits: &'a Limits,
    budget: Option<Budget>,
    root: Vec<Candidate<G::Move>>,
    /// It may wait for what takes longer than a move.
    waits: bool,
}

impl<G: Notation, E: Evaluator<G>> Go<'_, G, E> {
    fn search(
        &self,
        limits: &Limits,
        lines: usize,
        oracle: Option<&dyn Oracle<G>>,
        report: &mut dyn FnMut(&Found<G::Move>),
    ) -> Found<G::Move> {
        self.with_task(limits, lines, oracle, |task| search(task, report))
    }

    /// Does something with what there is to search.
    fn with_task<T>(
        &self,
        limits: &Limits,
        lines: usize,
        oracle: Option<&dyn Oracle<G>>,
        work: impl FnOnce(&Task<'_, G, E>) -> T,
    ) -> T {
        let moves: Vec<G::Move> = self.root.iter().map(|candidate| candidate.mv).collect();
        let task = Task {
            oracle,
            budget: self.budget,
            lines,
            threads: self.desk.tools.settings.threads,
            answered: &|| {
                self.desk.tables_are_ready() && (self.limits.mate.is_none() || self.desk.tables_know_how_long())
            },
            ..self.desk.task(&self.desk.kit.evaluator, &moves, limits)
        };
        work(&task)
    }

    /// Whether there is a forced result within so many plies, by proof alone; where there is none, the move is that of a
    /// short search.
    fn prove(&self, within: u32, news: &mut dyn FnMut(News)) -> Answer {
        const SHORT: u32 = 3;
        let short = Limits { depth: Some(SHORT.min(within)), ..self.limits.clone() };
        let looked = self.search(&short, 1, None, &mut |_| {});
        let told = |proof: &Proof<G::Move>| match proof.value {
            Some(value) => (Score::Proved(value), self.texts(&proof.line)),
            None => (score_of(looked.lines[0].score), self.texts(&looked.lines[0].pv)),
        };
        let tell = |proof: &Proof<G::Move>, news: &mut dyn FnMut(News)| {
            let (score, pv) = told(proof);
            news(News::Info(Info {
                depth: proof.plies.max(1),
                seldepth: proof.plies.max(1),
                multipv: 1,
                score,
                scores: Vec::new(),
                nodes: proof.nodes,
                hashfull: self.desk.tools.hash.permille(),
                tbhits: 0,
                time: proof.time,
                pv,
            }));
        };
        let mut last = None;
        let proof = self.with_task(self.limits, 1, None, |task| {
            prove(task, within.min(self.limits.depth.unwrap_or(within)), &mut |proof| {
                tell(proof, news);
                last = Some(proof.plies);
            })
        });
        if last != Some(proof.plies) || proof.value.is_some() {
            tell(&proof, news);
        }
        let (score, pv) = told(&proof);
        self.say_mate(
            score,
            if last_question(self.desk.position, within) <= proof.plies { within } else { proof.plies },
            news,
        );
        let mut texts = pv.into_iter();
        Answer::Best { mv: texts.next(), ponder: texts.next() }
    }

    /// The lines of a search as news.
    fn tell(&self, found: &Found<G::Move>, news: &mut dyn FnMut(News)) {
        for (index, line) in found.lines.iter().enumerate() {
            news(News::Info(Info {
                depth: found.depth.max(1),
                seldepth: found.seldepth.max(1),
                multipv: index + 1,
                score: score_of(line.score),
                scores: line.points.as_ref().map_or(Vec::new(), shown::<G>),
                nodes: found.nodes,
                hashfull: found.hashfull,
                tbhits: found.known,
                time: found.time,
                pv: self.texts(&line.pv),
            }));
        }
    }

    fn texts(&self, pv: &[G::Move]) -> Vec<String> {
        let mut position = self.desk.position.clone();
        let text = |&mv: &G::Move| {
            let text = position.move_text(mv);
            position.play(mv);
            text
        };
        pv.iter().map(text).collect()
    }

    /// The exact answer, if the board is known now.
    fn answer_from_tables(&self, news: &mut dyn FnMut(News)) -> Option<Answer> {
        if G::SEATS.len() > 2 {
            return None;
        }
        let known = |candidate: &'_ Candidate<G::Move>| self.desk.likely(candidate.mv);
        let known: Vec<Likely> = self.root.iter().map(known).collect::<Option<_>>()?;
        let mut lines: Vec<(Likely, &Candidate<G::Move>)> = known.into_iter().zip(&self.root).collect();
        // The root is in the order of bytes, and the sort is stable: ties stay so.
        lines.sort_by_key(|(likely, candidate)| self.desk.order(candidate.mv, likely));
        let best = lines[0].0;
        if let Some(trap) = self.trap_among(&lines) {
            lines[..=trap].rotate_right(1);
            // The score is the position's, whatever is played in it.
            lines[0].0 = best;
        }
        let score = |likely: &Likely| match likely.value {
            Value::Win(_) if !likely.clear => Score::Points(LIKELY),
            Value::Loss(_) if !likely.clear => Score::Points(-LIKELY),
            value => Score::Proved(value),
        };
        let decided_in_time = |(likely, _): &(Likely, _)| likely.value == Value::Draw || likely.value.plies().is_some();
        if self.limits.mate.is_some() && !lines.iter().all(decided_in_time) {
            // How long the result takes is what is asked for.
            return None;
        }
        let tbhits = lines.len() as u64;
        let longest = lines[0].0.value.plies().map_or(1, u32::from).max(1);
        let depth = self.limits.depth.unwrap_or(longest).clamp(1, longest);
        let mut answer = Answer::Best { mv: None, ponder: None };
        for (index, (likely, candidate)) in lines.iter().take(self.desk.tools.settings.multipv).enumerate() {
            let pv = self.principal_line(candidate);
            let plies = likely.value.plies().map_or(pv.len() as u32, u32::from).max(1);
            if index == 0 {
                answer = Answer::Best { mv: pv.first().cloned(), ponder: pv.get(1).cloned() };
            }
            news(News::Info(Info {
                depth,
                seldepth: plies,
                multipv: index + 1,
                score: score(likely),
                scores: Vec::new(),
                nodes: tbhits,
                hashfull: 0,
                tbhits,
                time: self.desk.stop.elapsed(),
                pv,
            }));
        }
        self.say_mate(score(&lines[0].0), u32::MAX, news);
        Some(answer)
    }

    /// The line of best moves after a first one, to the end or to where it is long enough; ties by the order of bytes.
    fn principal_line(&self, first: &Candidate<G::Move>) -> Vec<String> {
        let mut pv = vec![first.text.clone()];
        let mut standing = self.desk.standing.after(first.mv);
        let settled = self.desk.known(first.mv).is_some_and(|value| value.plies().is_some());
        while standing.outcome().is_none() && (settled || pv.len() < SHOWN) {
            let next = Desk { position: &standing.position, standing: &standing, ..*self.desk };
            let likely = |(text, mv)| Some((next.order(mv, &next.likely(mv)?), text, mv));
            // Where not all of them are known, the best of the others may not be the best.
            let known: Option<Vec<_>> = next.moves_in_order().into_iter().map(likely).collect();
            let Some((_, text, mv)) = known.into_iter().flatten().min_by_key(|(order, ..)| *order) else { break };
            pv.push(text);
            standing = standing.after(mv);
        }
        pv
    }

    /// With `go mate N`: whether there is a forced result within N plies, when it is not plain from the score.
    fn say_mate(&self, score: Score, depth: u32, news: &mut dyn FnMut(News)) {
        let Some(within) = self.limits.mate else { return };
        let plies = match score {
            Score::Proved(value) => value.plies().map(u32::from),
            Score::Points(_) => None,
        };
        if plies.is_some_and(|plies| plies <= within) {
            return;
        }
        news(News::Note(if depth >= within {
            format!("no forced win or loss within {}", count(within as usize, "ply"))
        } else {
            format!("stopped at depth {depth}: no forced win or loss within {}", count(depth as usize, "ply"))
        }));
    }
}
