//! The fields of a frame, one by one in the order of the layout.

use bt::__private::live::{ErasedValue, Slotted};
use bt::__private::{ItemNumber, Timer};
use bt_compiler::tree::ir::{CodeId, RegionId, ValueId};
use bt_compiler::tree::plan::layout::{Data, Field};

use super::left::Left;
use super::{Fields, State, Values};

/// What a field of a frame holds.
pub enum Datum<'s> {
    State(RegionId, &'s State),
    Number(u32),
    Flag(bool),
    Ended(Option<bool>),
    Left(&'s Left),
    Timer(Timer),
    Margin(f64),
    Custom(CodeId, &'s Slotted),
    /// A value that is set.
    Value(&'s ErasedValue),
    Maybe(Option<&'s ErasedValue>),
    EndedWith(Option<Result<&'s ErasedValue, ()>>),
    ItemNumber(ItemNumber),
    /// What is never in a state between two ticks.
    Missing,
}

/// The fields of a frame, and the states of its children.
pub fn data<'s>(layout: &[Field], fields: &'s Fields, children: &'s [State]) -> Vec<Datum<'s>> {
    let has_period = layout.iter().filter(|field| matches!(field.data, Data::Timer { .. })).count() == 2;
    let timers = match fields {
        Fields::Timer(timer) => vec![*timer],
        Fields::Every { period, left } if has_period => vec![*period, *left],
        Fields::Every { left, .. } => vec![*left],
        _ => Vec::new(),
    };
    #[expect(clippy::cast_possible_truncation, reason = "a tree has far fewer nodes")]
    let numbers = match fields {
        Fields::Counted { left } | Fields::Recover { left, .. } => vec![*left],
        Fields::RoundRobin { failed } => vec![*failed],
        Fields::Custom { turn, .. } => vec![*turn],
        Fields::Pipeline { reached, .. } => vec![*reached as u32],
        Fields::Parallel { read, .. } => read.clone(),
        _ => Vec::new(),
    };
    let given: &[Option<ErasedValue>] = match fields {
        Fields::Parallel { given, .. } => given,
        Fields::Custom { given, .. } => std::slice::from_ref(given),
        _ => &[],
    };
    let (mut children, mut timers, mut numbers) = (children.iter(), timers.into_iter(), numbers.into_iter());
    let mut given = given.iter();
    let mut datum = |data: &Data| {
        Some(match (data, fields) {
            (Data::State(region), _) => Datum::State(*region, children.next()?),
            (Data::Zero | Data::Count(_), _) => Datum::Number(numbers.next()?),
            (Data::Flag, Fields::Recover { recovers, .. }) => Datum::Flag(*recovers),
            (Data::Ended, Fields::Finally(ended)) => Datum::Ended(ended.as_ref().map(Result::is_ok)),
            (Data::Left(_), Fields::Left(left) | Fields::Contest { left, .. }) => Datum::Left(left),
            (Data::Timer { .. }, _) => Datum::Timer(timers.next()?),
            (Data::Margin(_), Fields::Contest { margin, .. }) => Datum::Margin(*margin),
            (Data::Custom(code), Fields::Custom { made: Some(made), .. }) => Datum::Custom(*code, made),
            (Data::Key(_), Fields::Key(key)) => Datum::Value(key.as_ref()?),
            (Data::SeenKey(_), Fields::Key(key)) => Datum::Maybe(key.as_ref()),
            (Data::Held { value, .. }, _) => Datum::Value(value_in(fields, *value)?),
            (Data::Kept(value) | Data::Item(value), _) => Datum::Maybe(value_in(fields, *value)),
            (Data::Given(_), _) => Datum::Maybe(given.next()?.as_ref()),
            (Data::EndedWith(_), Fields::Finally(ended)) => Datum::EndedWith(match ended {
                None => None,
                Some(Ok(value)) => Some(Ok(value.as_ref()?)),
                Some(Err(())) => Some(Err(())),
            }),
            (Data::ItemNumber, Fields::ForEach { number, .. }) => Datum::ItemNumber(*number),
            _ => return None,
        })
    };
    layout.iter().map(|field| datum(&field.data).unwrap_or(Datum::Missing)).collect()
}

fn value_in(fields: &Fields, value: ValueId) -> Option<&ErasedValue> {
    let values: &Values = match fields {
        Fields::Values(values) | Fields::Pipeline { values, .. } | Fields::ForEach { item: values, .. } => values,
        _ => return None,
    };
    values.iter().find(|(id, _)| *id == value)?.1.as_ref()
}
