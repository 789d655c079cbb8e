//! The mistakes in a file, as the macros report them.

use gen_lsp_types::{Diagnostic, DiagnosticSeverity, Message, Range};

use super::document::Document;
use crate::{Report, check};

/// The mistakes in a file that need no types to find.
pub fn reports(document: &Document) -> Vec<Report> {
    check::check(&document.source(document.text.clone()))
}

/// The mistakes as diagnostics.
pub fn problems(document: &Document) -> Vec<Diagnostic> {
    reports(document).iter().map(|report| problem(document, report)).collect()
}

/// One mistake as a diagnostic.
pub fn problem(document: &Document, report: &Report) -> Diagnostic {
    let help = report.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let message = Message::String(format!("{}{help}", report.message));
    diagnostic(document.range(&report.range), DiagnosticSeverity::Error, message)
}

/// A diagnostic of the protocol.
pub fn diagnostic(range: Range, severity: DiagnosticSeverity, message: Message) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some("bt".to_owned()),
        message,
        code: None,
        code_description: None,
        tags: None,
        related_information: None,
        data: None,
    }
}
