//! Functions that cannot make a request.

use std::borrow::Cow;

use bt::{LocalRequest, Request, Span, Status, bt, leaf};

struct Robot;

type Path = Request<u32>;

#[leaf]
fn takes_time(_: &Robot, _span: &mut Span) -> Request<u32> {
    todo!()
}

#[leaf]
fn counts(_: &mut Robot, _tries: &mut u32) -> LocalRequest<u32> {
    todo!()
}

#[leaf]
fn mood(_: &Robot) -> Request<Status> {
    todo!()
}

#[leaf]
fn slipped(_: &Robot) -> Request<bool> {
    todo!()
}

#[leaf]
fn held(_: &Robot) -> LocalRequest<Result<bool, u32>> {
    todo!()
}

#[leaf]
async fn async_bool() -> bool {
    true
}

#[leaf(value = bool)]
async fn bool_that_is_meant() -> bool {
    true
}

#[leaf(request)]
fn alias(_: &Robot) -> Path {
    todo!()
}

#[leaf]
async fn with_context(_: &mut Robot) -> u32 {
    1
}

#[leaf]
async fn borrows(_word: &str, _words: &Vec<String>, _span: &mut Span) -> u32 {
    1
}

#[leaf]
async fn async_status() -> Result<Status, u32> {
    Ok(Status::Success)
}

#[leaf]
async fn twice() -> Request<u32> {
    todo!()
}

#[leaf]
#[derive(Clone, PartialEq, core::hash::Hash)]
fn compared(_: &Robot) -> Request<u32> {
    todo!()
}

#[leaf]
async fn lifetime<'a>(_words: Vec<Cow<'a, str>>, _name: Cow<'static, str>) -> u32 {
    1
}

#[leaf]
fn called(_: &Robot, _words: Cow<'_, str>) {}

// What uses them is not wrong.
bt! { Used(Robot) = sequence < takes_time, counts(1), mood, alias, with_context, borrows("a", vec![String::new()]), async_status, twice, compared > }

fn main() {}
