//! `ErasedValue`: a value that a node gives, without its type.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::{Any, TypeId, type_name};
use core::fmt;

use super::probe::Probe;
use super::saves::{LoadValue, SaveValue};
use crate::engine::observe::look::Show;

/// A value that a node gives, a key, or an item.
#[derive(Clone)]
pub enum ErasedValue {
    One(Arc<dyn Erased>),
    /// The values of the children of a `parallel`.
    Each(Arc<[Option<ErasedValue>]>),
}

/// What can be done with a value without its type.
pub trait Erased: Send + Sync {
    fn value(&self) -> &(dyn Any + Send + Sync);
    fn show(&self) -> Option<&dyn fmt::Debug>;
    /// Whether it is equal to another one; `None` if its type has no `PartialEq`.
    fn same(&self, other: &dyn Any) -> Option<bool>;
    fn cloned(&self) -> Option<ErasedValue>;
    #[cfg(feature = "live-saves")]
    fn saved(&self) -> Option<&dyn erased_serde::Serialize>;
    /// An `Option` of the value: the value itself if nothing else holds it, else a clone.
    fn take(self: Arc<Self>) -> Option<Box<dyn Any>>;
}

/// What a type has, found out by [`Probe`](super::Probe).
pub struct Abilities<T> {
    pub debug: Option<fn(&T) -> &dyn fmt::Debug>,
    pub same: Option<fn(&T, &T) -> bool>,
    pub clone: Option<fn(&T) -> T>,
    pub save: SaveValue<T>,
}

impl<T> Clone for Abilities<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Abilities<T> {}

/// How a value loses its type.
pub struct Eraser<T> {
    pub abilities: Abilities<T>,
    /// `None` if the type cannot be one of a live tree.
    pub erased: Option<fn(T, Abilities<T>) -> ErasedValue>,
}

impl<T> Eraser<T> {
    pub fn erase(self, value: T) -> Option<ErasedValue> {
        Some(self.erased?(value, self.abilities))
    }
}

struct Valued<T> {
    value: T,
    abilities: Abilities<T>,
}

impl<T: Send + Sync + 'static> Erased for Valued<T> {
    fn value(&self) -> &(dyn Any + Send + Sync) {
        &self.value
    }

    fn show(&self) -> Option<&dyn fmt::Debug> {
        self.abilities.debug.map(|show| show(&self.value))
    }

    fn same(&self, other: &dyn Any) -> Option<bool> {
        let (same, other) = (self.abilities.same?, other.downcast_ref()?);
        Some(same(&self.value, other))
    }

    fn cloned(&self) -> Option<ErasedValue> {
        let value = self.abilities.clone?(&self.value);
        Some(ErasedValue::new(value, self.abilities))
    }

    #[cfg(feature = "live-saves")]
    fn saved(&self) -> Option<&dyn erased_serde::Serialize> {
        self.abilities.save.map(|save| save(&self.value))
    }

    fn take(self: Arc<Self>) -> Option<Box<dyn Any>> {
        let clone = self.abilities.clone;
        let value = match Arc::try_unwrap(self) {
            Ok(valued) => valued.value,
            Err(shared) => clone?(&shared.value),
        };
        Some(Box::new(Some(value)))
    }
}

impl ErasedValue {
    pub fn new<T: Send + Sync + 'static>(value: T, abilities: Abilities<T>) -> Self {
        ErasedValue::One(Arc::new(Valued { value, abilities }))
    }

    /// The value, or `()` for a `parallel`, whose parts have the values.
    pub fn value(&self) -> &dyn Any {
        match self {
            ErasedValue::One(given) => given.value(),
            ErasedValue::Each(_) => &(),
        }
    }

    /// The value of a part.
    pub fn part(&self, part: usize) -> Option<&ErasedValue> {
        match self {
            ErasedValue::Each(parts) => parts.get(part)?.as_ref(),
            ErasedValue::One(_) => None,
        }
    }

    /// The values of the children of a `parallel`.
    pub fn each(parts: Vec<Option<ErasedValue>>) -> Self {
        ErasedValue::Each(parts.into())
    }

    pub fn ty(&self) -> TypeId {
        self.value().type_id()
    }

    /// The value as observers see it, if its type has `Debug`.
    pub fn show(&self) -> Option<&dyn fmt::Debug> {
        match self {
            ErasedValue::One(given) => given.show(),
            ErasedValue::Each(_) => None,
        }
    }

    /// Whether two keys are equal.
    pub fn same(&self, other: &ErasedValue) -> bool {
        match (self, other) {
            (ErasedValue::One(given), other) => given.same(other.value()).unwrap_or(false),
            (ErasedValue::Each(_), _) => false,
        }
    }

    /// A value of its own, if the type of the value has `Clone`; else the value is shared, since nothing can change it.
    #[must_use]
    pub fn cloned(&self) -> ErasedValue {
        match self {
            ErasedValue::One(given) => given.cloned().unwrap_or_else(|| self.clone()),
            ErasedValue::Each(parts) => {
                ErasedValue::Each(parts.iter().map(|part| part.as_ref().map(ErasedValue::cloned)).collect())
            }
        }
    }

    /// The value itself, if nothing else holds it, else a clone.
    pub fn take<T: 'static>(self) -> Option<T> {
        match self {
            ErasedValue::One(given) => given.take()?.downcast::<Option<T>>().ok().and_then(|value| *value),
            ErasedValue::Each(_) => None,
        }
    }
}

/// What an observer sees of a value, if there is one.
impl Show for Option<&ErasedValue> {
    fn show(&self) -> Option<&dyn fmt::Debug> {
        self.and_then(ErasedValue::show)
    }
}

/// The type of a value.
#[derive(Clone, Copy)]
pub struct ValueType {
    pub ty: TypeId,
    pub type_name: &'static str,
    /// Why it cannot be a value of a live tree.
    pub refused: Option<&'static str>,
    /// `None`, as an `Option` of the type: for the answers of observers.
    pub none: fn() -> Box<dyn Any>,
    /// How it is loaded.
    pub load: LoadValue,
    /// The value in such an `Option`.
    pub erase: fn(&mut dyn Any) -> Option<ErasedValue>,
}

impl ValueType {
    pub fn of<T: 'static>(
        _: Probe<T>,
        refused: Option<&'static str>,
        load: LoadValue,
        erase: fn(&mut dyn Any) -> Option<ErasedValue>,
    ) -> Self {
        let none = || Box::new(None::<T>) as Box<dyn Any>;
        ValueType { ty: TypeId::of::<T>(), type_name: type_name::<T>(), refused, none, load, erase }
    }
}
