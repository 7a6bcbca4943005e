//! Prints what a subcommand found out: an object for programs, lines for people.

use std::io::{self, Write};

use serde_json::Value as Json;

use super::ToolError;

/// Prints an object on one line, or each of its entries on a line of its own.
///
/// # Errors
/// When writing fails.
pub fn print(found: &Json, json: bool, out: &mut dyn Write) -> Result<(), ToolError> {
    if json {
        writeln!(out, "{}", serde_json::to_string(found).map_err(io::Error::other)?)?;
        return Ok(());
    }
    let Json::Object(entries) = found else { return Ok(()) };
    for (key, value) in entries {
        writeln!(out, "{}: {}", key.replace('_', " "), words(value))?;
    }
    Ok(())
}

/// A value as people read it: a list with commas, an object as its values one after another.
fn words(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        Json::Object(entries) => entries.values().map(words).collect::<Vec<_>>().join(" "),
        Json::Number(number) if number.is_u64() => grouped(&number.to_string()),
        other => other.to_string(),
    }
}

/// The digits of a whole number in groups of three.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
