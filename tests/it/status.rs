//! Statuses and outcomes: their names and conversions.

use std::error::Error;

use bt::{Outcome, Status, StillRunning};
use serde_json::{from_value, json, to_value};

const STATUSES: [(Status, &str); 3] =
    [(Status::Success, "success"), (Status::Failure, "failure"), (Status::Running, "running")];

const OUTCOMES: [(Outcome, &str); 3] =
    [(Outcome::Success, "success"), (Outcome::Failure, "failure"), (Outcome::Aborted, "aborted")];

#[test]
fn they_are_shown_as_words() {
    for (status, word) in STATUSES {
        assert_eq!(status.to_string(), word);
        assert_eq!(format!("{status:>9}|{status:<9}"), format!("{word:>9}|{word:<9}"));
    }
    for (outcome, word) in OUTCOMES {
        assert_eq!(outcome.to_string(), word);
        assert_eq!(format!("{outcome:-^9}"), format!("{word:-^9}"));
    }
}

#[test]
fn a_bool_is_success_or_failure() {
    assert_eq!([true, false].map(Status::from), [Status::Success, Status::Failure]);
    assert_eq!([true, false].map(Outcome::from), [Outcome::Success, Outcome::Failure]);
}

#[test]
fn a_status_that_has_ended_is_an_outcome() {
    assert_eq!(Outcome::try_from(Status::Success), Ok(Outcome::Success));
    assert_eq!(Outcome::try_from(Status::Failure), Ok(Outcome::Failure));
    assert_eq!(Outcome::try_from(Status::Running), Err(StillRunning));
    let error: Box<dyn Error + Send + Sync> = Box::new(StillRunning);
    assert_eq!(error.to_string(), "the node is still running, so it has no outcome yet");
}

#[test]
fn each_question_is_true_of_one() {
    for (index, (status, _)) in STATUSES.into_iter().enumerate() {
        let asked = [status.is_success(), status.is_failure(), status.is_running()];
        assert_eq!(asked, [index == 0, index == 1, index == 2]);
    }
    for (index, (outcome, _)) in OUTCOMES.into_iter().enumerate() {
        let asked = [outcome.is_success(), outcome.is_failure(), outcome.is_aborted()];
        assert_eq!(asked, [index == 0, index == 1, index == 2]);
    }
}

#[test]
fn they_are_saved_and_loaded() {
    for (status, _) in STATUSES {
        let saved = to_value(status).expect("it can be saved");
        assert_eq!(saved, json!(format!("{status:?}")));
        assert_eq!(from_value::<Status>(saved).expect("it can be loaded"), status);
    }
    for (outcome, _) in OUTCOMES {
        let saved = to_value(outcome).expect("it can be saved");
        assert_eq!(saved, json!(format!("{outcome:?}")));
        assert_eq!(from_value::<Outcome>(saved).expect("it can be loaded"), outcome);
    }
    assert!(from_value::<Status>(json!("Aborted")).is_err());
    assert!(from_value::<Outcome>(json!("Running")).is_err());
}
