//! How leaves and values are saved and loaded without their types. Without the feature `live-saves` they are not.

/// Which part of a slot is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The leaf alone.
    Leaf,
    /// The leaf, or how a message has ended it.
    WithMessages,
    /// The same, if the value of the leaf is used. A message that ends it with success gives none, so this is refused.
    WithValue,
    /// A decorator, a composite, or a tree that was made without a start: it has no slot.
    Node,
}

#[cfg(feature = "live-saves")]
pub use with::*;
#[cfg(not(feature = "live-saves"))]
pub use without::*;

#[cfg(feature = "live-saves")]
mod with {
    use alloc::boxed::Box;
    use core::any::Any;

    use erased_serde::{Deserializer, Error, Serialize};
    use serde::Deserialize;
    use serde::de::Error as _;

    use super::Form;
    use crate::engine::tick::slot::MessageSlot;
    use crate::live::erased::{Held, Slotted};
    use crate::live::probe::Probe;
    use crate::live::transient::Transient;

    pub type SaveSlot = Option<fn(&Held, Form) -> Option<&dyn Serialize>>;
    pub type LoadSlot = Option<fn(&mut dyn Deserializer<'_>, Form) -> Result<Slotted, Error>>;
    pub type SaveValue<T> = Option<fn(&T) -> &dyn Serialize>;
    /// It gives an `Option` of the value, which is `Some`.
    pub type LoadValue = Option<fn(&mut dyn Deserializer<'_>) -> Result<Box<dyn Any>, Error>>;

    impl<T: serde::Serialize + 'static> Probe<T> {
        pub fn __save_slot(self) -> SaveSlot {
            Some(save::<T>)
        }

        pub fn __save(self) -> SaveValue<T> {
            Some(|value| value)
        }
    }

    impl<T: Deserialize<'static> + Send + Sync + 'static> Probe<T> {
        pub fn __load_slot(self) -> LoadSlot {
            Some(load::<T>)
        }
    }

    impl<T: Deserialize<'static> + 'static> Probe<T> {
        pub fn __load(self) -> LoadValue {
            Some(|saved| Ok(Box::new(Some(T::deserialize(Transient::new(saved))?))))
        }
    }

    fn save<T: serde::Serialize + 'static>(held: &Held, form: Form) -> Option<&dyn Serialize> {
        match (held.downcast_ref::<MessageSlot<T>>(), form) {
            (Some(slot), Form::WithMessages | Form::WithValue) => Some(slot),
            (Some(MessageSlot::Active(leaf)), _) => Some(leaf),
            (Some(MessageSlot::Ended(_)), _) => None,
            (None, _) => Some(held.downcast_ref::<T>()?),
        }
    }

    fn load<T>(saved: &mut dyn Deserializer<'_>, form: Form) -> Result<Slotted, Error>
    where
        T: Deserialize<'static> + Send + Sync + 'static,
    {
        Ok(match form {
            Form::Leaf => Box::new(MessageSlot::Active(T::deserialize(Transient::new(saved))?)),
            Form::WithMessages => Box::new(MessageSlot::<T>::deserialize(Transient::new(saved))?),
            Form::WithValue => match MessageSlot::<T>::deserialize(Transient::new(saved))? {
                MessageSlot::Ended(true) => {
                    return Err(Error::custom("a message has ended a leaf whose value is used"));
                }
                slot => Box::new(slot),
            },
            Form::Node => Box::new(T::deserialize(Transient::new(saved))?),
        })
    }
}

#[cfg(not(feature = "live-saves"))]
mod without {
    use core::marker::PhantomData;

    pub type SaveSlot = ();
    pub type LoadSlot = ();
    pub type SaveValue<T> = PhantomData<fn(&T)>;
    pub type LoadValue = ();
}
