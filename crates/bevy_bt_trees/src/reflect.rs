//! `Reflect` for components with the tree in their type. The tree itself need not implement it.

use std::any::type_name;

use bevy_reflect::TypePath;
use bevy_reflect::utility::GenericTypePathCell;
use disqualified::ShortName;

use crate::active::BtActive;

impl<T: Send + Sync + 'static> TypePath for BtActive<T> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bevy_bt_trees::BtActive<{}>", type_name::<T>()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("BtActive<{}>", ShortName::of::<T>()))
    }

    fn type_ident() -> Option<&'static str> {
        Some("BtActive")
    }

    fn crate_name() -> Option<&'static str> {
        Some("bevy_bt_trees")
    }

    fn module_path() -> Option<&'static str> {
        Some("bevy_bt_trees")
    }
}
