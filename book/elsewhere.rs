//! Chapters whose code is tested elsewhere, since it needs an engine, processes, or other features of `bt`. Here they
//! can be read.

macro_rules! chapters {
    ($($chapter:ident)*) => {$(
        #[cfg_attr(not(doctest), doc = include_str!(concat!("src/", stringify!($chapter), ".md")))]
        #[cfg_attr(not(doctest), doc = include_str!("links.html"))]
        pub mod $chapter {}
    )*};
}

chapters! { bevy fleets fyrox live macroquad ros }
