//! The door while it speaks another dialect: what its translator makes of lines, news and answers is carried out here.

use std::io::{self, Write};

use super::command::Command;
use super::dialect::{Foreign, Purpose, Step};
use super::{Door, Next, Running};
use crate::control::{Limits, Stop};
use crate::session::report::{Answer, News, Request, Start};

impl<W: Write> Door<W> {
    /// Speaks this dialect from now on.
    pub(super) fn speak(&mut self, dialect: Foreign) -> io::Result<()> {
        let mut translator = dialect.translator();
        let steps = translator.begin(&self.engine);
        self.translator = Some(translator);
        self.carry_out(steps).map(drop)
    }

    /// Carries out a line of the dialect.
    pub(super) fn translate(&mut self, line: &str) -> io::Result<Next> {
        let working = self.running.is_some();
        let Some(translator) = &mut self.translator else { return Ok(Next::GoOn) };
        let steps = translator.read(line, &self.engine, working);
        self.carry_out(steps)
    }

    pub(super) fn tell_in_dialect(&mut self, news: &News) -> io::Result<()> {
        let purpose = self.running.as_ref().and_then(|running| running.purpose);
        let (Some(translator), Some(purpose)) = (&mut self.translator, purpose) else { return Ok(()) };
        let lines = translator.news(purpose, news, &self.engine);
        self.lines(lines)
    }

    /// The end of the work under way; `None` when it failed.
    pub(super) fn finish_in_dialect(&mut self, running: Option<Running>, answer: Option<Answer>) -> io::Result<()> {
        let purpose = running.and_then(|running| running.purpose);
        let answer = match answer {
            Some(answer) => answer,
            None => {
                self.error("command", "the search failed; this is a fault of the engine")?;
                Answer::Best { mv: self.engine.session().legal_moves().into_iter().next(), ponder: None }
            }
        };
        let (Some(translator), Some(purpose)) = (&mut self.translator, purpose) else { return Ok(()) };
        let steps = translator.answer(purpose, &answer, &self.engine);
        self.carry_out(steps).map(drop)
    }

    fn carry_out(&mut self, steps: Vec<Step>) -> io::Result<Next> {
        for step in steps {
            match step {
                Step::Say(line) => self.output.line(&line)?,
                Step::Do(Command::Quit) => {
                    self.forget_search()?;
                    return Ok(Next::Quit);
                }
                Step::Do(command) => self.obey(command)?,
                Step::Begin { request, purpose, open } => {
                    self.end_search()?;
                    let ponders = matches!(request, Request::Go { ponder: true, .. });
                    let stop = if ponders { Stop::pondering() } else { Stop::new() };
                    let infinite = open && !ponders;
                    let finds_move = matches!(request, Request::Go { .. });
                    self.start(request, Running { stop, open, infinite, finds_move, purpose: Some(purpose) })?;
                }
                Step::Ponder { limits, expected } => self.ponder(limits, expected)?,
                Step::PonderHit(mv) => self.ponder_hit(&mv)?,
                Step::Drop => self.forget_search()?,
                Step::Look => {
                    let steps = self.translator.as_mut().map_or(Vec::new(), |translator| translator.look(&self.engine));
                    self.carry_out(steps)?;
                }
            }
        }
        Ok(Next::GoOn)
    }

    /// Begins a search in the position after a move that is expected; the game stays where it is.
    fn ponder(&mut self, limits: Limits, expected: String) -> io::Result<()> {
        self.end_search()?;
        let record = self.engine.session().record();
        let start = record.start.map_or(Start::Startpos, Start::Fen);
        let moves: Vec<String> = record.moves.into_iter().chain([expected]).collect();
        // The move was found by a search, so the position can be put; behind the end of the game there is nothing to find.
        let ahead = self.engine.open_at(&start, &moves).ok().filter(|ahead| ahead.outcome().is_none());
        let Some(ahead) = ahead else { return Ok(()) };
        match self.engine.job_in(ahead.as_ref(), Request::Go { limits, searchmoves: None, ponder: true }) {
            Ok(job) => {
                let (stop, purpose) = (Stop::pondering(), Some(Purpose::Ponder));
                self.spawn(job, Running { stop, open: true, infinite: false, finds_move: true, purpose })
            }
            Err(error) => self.error("option", &error.to_string()),
        }
    }

    fn ponder_hit(&mut self, mv: &str) -> io::Result<()> {
        if let Err(error) = self.engine.session_mut().play(mv) {
            return self.error("move", &error.to_string());
        }
        if let Some(running) = &mut self.running {
            running.purpose = Some(Purpose::Play);
        }
        self.obey(Command::PonderHit)
    }

    /// Ends the search, if any, and tells nothing more of it.
    fn forget_search(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.purpose = None;
        }
        self.end_search()
    }
}
