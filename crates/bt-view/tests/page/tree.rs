//! The picture of the tree: what is seen of it, its colours, search and folding.

use std::time::Instant;

use bt::bt;
use bt_view::Recorder;

use crate::drive::{assert_said, drive};
use crate::samples::village;

bt! {
    /// As wide as it is high, with its root far below its middle.
    Wide(u32) = the_first_of_some_names_that_are_long: selector <
        the_second_of_some_names_that_are_long: selector <
            the_third_of_some_names_that_are_long: selector <
                the_fourth_of_some_names_that_are_long: selector <
                    the_fifth_of_some_names_that_are_long: selector <
                        fail, fail, fail, fail, fail, fail, fail, fail, fail, fail, fail, fail,
                    >,
                    fail,
                >,
                fail,
            >,
            fail,
        >,
        fail,
    >
}

bt! {
    Part(u32) = forever < selector <
        sequence < condition(|n| *n % 7 == 3), action(|n| *n += 1) >,
        sequence < condition(|n| *n % 5 == 2), action(|n| *n += 1), running >,
        action(|n| *n += 1),
    > >
}

bt! {
    Large(u32) = parallel <
        part, part, part, part, part, part, part, part, part, part, part, part, part, part, part, part, part, part,
        part, part, part, part, part, part, part, part, part, part, part, part,
    >
}

/// The contrast of two colours, as WCAG measures it.
const CONTRAST: &str = "
    const light = (color) => {
        const [red, green, blue] = color.match(/[\\d.]+/g).slice(0, 3).map(Number).map((part) => part / 255)
            .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((one, other) => one - other);
        return (bright + 0.05) / (dark + 0.05);
    };";

#[test]
fn a_hidden_tree_keeps_its_place_and_one_placed_while_hidden_is_placed_again() {
    assert_said(
        "hidden",
        "const place = () => [tree.x, tree.y, tree.scale].join();
         const see = async (shown) => { tree.svg.style.display = shown ? '' : 'none'; await drawn(); await drawn(); };
         const first = place(); tree.zoom(2); tree.move(30, 20); const moved = place();
         await see(false); say(tree.pane.width); await see(true); say(place() === moved);
         for (const again of [() => tree.show(tree.nodes), () => { tree.isFitted = true; tree.resized(); }]) {
             await see(false); again(); say(place() === first); await see(true); say(place() === first);
         }",
        &["0", "true", "false", "true", "false", "true"],
    );
}

#[test]
fn it_searches_and_folds() {
    assert_said(
        "search",
        "const search = document.getElementById('search');
         search.value = 'BARK'; search.dispatchEvent(new Event('input')); await drawn();
         say(text('found'), classes(4), '|', classes(6));
         search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })); await drawn();
         say(location.hash.split('&')[3]);
         search.value = ''; search.dispatchEvent(new Event('input')); await drawn();
         say(text('found') + '.', classes(6));
         await address('#agent=0&tick=0&node=2');
         await press('Enter'); say(document.querySelectorAll('.node').length, classes(3), classes(2));
         await press('r'); say(document.querySelectorAll('.node').length, location.hash.split('&')[3]);
         await press('Enter');
         document.querySelector(\"[data-node='2'] .fold circle\").dispatchEvent(new MouseEvent('click', { bubbles: \
         true }));
         await drawn(); say(document.querySelectorAll('.node').length);",
        &[
            "1 found node | node active unmatched",
            "node=4",
            ". node active",
            "6  node last-2 now selected",
            "6 node=6",
            "8",
        ],
    );
}

#[test]
fn a_wide_tree_is_seen_whole() {
    let mut recorder = Recorder::new();
    let wide = recorder.agent::<Wide>("wide");
    Wide::new().tick_with(&mut 0, &mut recorder.tick(wide));
    let script = "const tops = [...document.querySelectorAll('.node')].map((node) => node.getBoundingClientRect());
        const pane = document.querySelector('.node').closest('svg').getBoundingClientRect();
        say(tops.every((box) => box.top > pane.top && box.bottom < pane.bottom));
        say(tops.every((box) => box.left > pane.left && box.right < pane.right));";
    if let Some(said) = drive("wide", &recorder.into_recording().to_html(), script) {
        assert_eq!(said, ["true", "true"]);
    }
}

#[test]
fn a_tree_that_is_taller_than_the_window_opens_whole_and_readable() {
    let script = "const boxes = [...document.querySelectorAll('.node rect')].map((node) => \
                  node.getBoundingClientRect());
        const pane = document.querySelector('#tree').getBoundingClientRect(), apart = (one, other) =>
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
        say(boxes.length);
        say(boxes.every((box) => box.top > pane.top && box.bottom < pane.bottom && box.left > pane.left && box.right < \
                  pane.right));
        say(boxes.every((box) => box.height >= 15));
        say(boxes.every((one, index) => boxes.slice(0, index).every((other) => apart(one, other))));
        tree.toggle(2); await drawn();
        say(document.querySelectorAll('.node').length, document.activeElement === document.body);";
    if let Some(said) = drive("tall", &village().to_html(), script) {
        assert_eq!(said, ["56", "true", "true", "true", "41 true"]);
    }
}

#[test]
fn states_are_told_by_glyphs_and_by_colors_that_can_be_read() {
    let script = format!(
        "{CONTRAST}
        const style = (element) => getComputedStyle(element), node = (position) => \
         document.querySelector(`[data-node='${{position}}']`);
        go(3); await drawn();
        say([0, 2, 3, 4, 6].map((position) => node(position).querySelector('.glyph').textContent).join(' '), \
         node(2).getAttribute('aria-label'));
        for (const theme of ['light', 'dark']) {{
            document.documentElement.dataset.theme = theme;
            for (const state of ['', 'last-1', 'last-2', 'last-3', 'last-1 now', 'last-2 now', 'last-3 now', 'active', \
         'active now last-1']) {{
                node(4).setAttribute('class', `node ${{state}}`);
                for (const kind of ['.glyph', '.text']) {{
                    const ratio = contrast(style(node(4).querySelector(kind)).fill, \
         style(node(4).querySelector('rect')).fill);
                    if (ratio < 4.5) say(theme, state, kind, ratio.toFixed(2));
                }}
            }}
            const pane = style(document.querySelector('aside')).backgroundColor, back = \
         style(document.body).backgroundColor;
            for (const kind of ['good', 'bad', 'cut', 'run', 'why', 'later']) {{
                const line = document.createElement('li');
                line.className = kind;
                document.getElementById('steps').append(line);
                if (contrast(style(line).color, pane) < 4.5) say(theme, kind);
            }}
            if (contrast(style(document.getElementById('moment')).color, back) < 4.5) say(theme, 'output');
        }}"
    );
    assert_said("contrast", &script, &["● ✗ ✗  ✓ alarm: sequence, failure"]);
}

#[test]
fn a_large_recording_opens_at_once() {
    let mut recorder = Recorder::new().at_most_events(100_000);
    let large = recorder.agent::<Large>("large");
    let (mut tree, mut count) = (Large::new(), 0);
    while recorder.recording().events() < 100_000 {
        tree.tick_with(&mut count, &mut recorder.tick(large));
    }
    let recording = recorder.into_recording();
    assert!(recording.tree("large").is_some_and(|tree| tree.nodes().len() > 300));
    let html = recording.to_html();
    let script = "say(document.querySelectorAll('.node').length > 300);
        for (let i = 0; i < 20; i++) await press('ArrowRight');
        await press('End'); await press('ArrowLeft', true); say(location.hash.split('&')[1] !== 'tick=0');";
    let began = Instant::now();
    if let Some(said) = drive("large", &html, script) {
        println!("{:?} with the start of the browser, {} bytes", began.elapsed(), html.len());
        assert_eq!(said, ["true", "true"]);
    }
}
