//! Keys, the address, playing and scrubbing: ways to go to another moment.

use crate::drive::assert_said;

#[test]
fn keys_go_through_ticks_and_steps() {
    assert_said(
        "keys",
        "say(location.hash, classes(0), '|', classes(3), '|', classes(6));
         await press('ArrowRight'); await press('ArrowRight'); await press('ArrowRight');
         say(location.hash, classes(6), '|', classes(7));
         await press('ArrowLeft', true); say(location.hash, classes(6), '|', classes(7));
         await press('ArrowLeft', true); say(location.hash, classes(6), '|', classes(7));
         await press('End'); say(location.hash.split('&')[1]);
         await press('ArrowRight'); say(location.hash.split('&')[1]);
         await press('Home'); await press('ArrowLeft'); say(location.hash.split('&')[1]);
         for (let i = 0; i < 8; i++) await press('ArrowLeft', true);
         say(location.hash, classes(0));
         for (let i = 0; i < 11; i++) await press('ArrowRight', true);
         say(location.hash, classes(0));",
        &[
            "#agent=0&tick=0&step=11 node active | node last-2 now | node active",
            "#agent=0&tick=3&step=4 node last-1 now | node active",
            "#agent=0&tick=3&step=3 node last-1 now | node active moving",
            "#agent=0&tick=3&step=2 node last-1 now moving | node",
            "tick=199",
            "tick=199",
            "tick=0",
            "#agent=0&tick=0&step=3 node active",
            "#agent=0&tick=3&step=1 node active",
        ],
    );
}

#[test]
fn the_address_holds_the_moment() {
    assert_said(
        "address",
        "await address('#agent=0&tick=7&step=1&node=6');
         say(document.getElementById('scrub').value, classes(6).includes('selected'), \
         text('selected').startsWith('patrol'));
         await address('#agent=99&tick=zzz&step=-1&node=12345');
         say(location.hash);",
        &["7 true true", "#agent=1&tick=0&step=6"],
    );
}

#[test]
fn it_plays_and_scrubs() {
    assert_said(
        "play",
        "const own = requestAnimationFrame, frames = [];
         let clock = 0;
         performance.now = () => clock;
         window.requestAnimationFrame = (draw) => frames.push(draw);
         const pass = (number) => { for (; number > 0; number--) { clock += 50; for (const draw of frames.splice(0)) \
         draw(clock); } };
         press(' '); say(text('play')); pass(20); press(' '); pass(2);
         say(moment.tick, document.getElementById('scrub').value, text('play'));
         window.requestAnimationFrame = own;
         const scrub = document.getElementById('scrub');
         scrub.value = 150; scrub.dispatchEvent(new Event('input')); await drawn();
         say(location.hash.split('&')[1], text('moment').startsWith('tick 150 of 0.1 s, last is 199 · at 15 s'));
         document.getElementById('show-statistics').click(); await drawn();
         say([...document.querySelectorAll('#statistics tr')].slice(1, 3).map((row) => row.innerText.replaceAll('\\t', \
         ' ')));",
        &["pause", "30 30 play", "tick=150 true", "selector 60 0 100 200 19.00,alarm 60 0 33 60 0.00"],
    );
}

#[test]
fn escape_ends_a_search() {
    assert_said(
        "escape",
        "const search = document.getElementById('search');
         search.focus(); search.value = 'bark'; search.dispatchEvent(new Event('input')); await drawn();
         say(document.querySelectorAll('.unmatched').length, text('found'));
         search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })); await \
         drawn();
         say(document.querySelectorAll('.unmatched').length, text('found') + search.value + '.', lanes.rows.length, \
         document.activeElement === document.body);",
        &["7 1 found", "0 . 4 true"],
    );
}

#[test]
fn keys_work_while_a_list_of_choices_has_the_focus() {
    assert_said(
        "select",
        "const speed = document.getElementById('speed');
         speed.focus();
         const key = (key) => speed.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true \
         }));
         say(key('ArrowRight'), key('r'), key('['), key('ArrowRight'), moment.tick, moment.agent);
         say(key('ArrowDown'), key(' '), key('Enter'), playing === null);",
        &["false false false false 2 0", "true true true true"],
    );
}

#[test]
fn nodes_and_steps_are_reached_by_keys() {
    assert_said(
        "focus",
        "const tree_keys = async (key) => {
             document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true \
         }));
             await drawn();
         };
         const here = () => document.activeElement.dataset.node;
         say(document.querySelector('#tree').getAttribute('role'), document.querySelectorAll('#tree \
         [tabindex=\"0\"]').length);
         const [skip] = document.querySelectorAll('button, input, select, [tabindex]'), shown = () => \
         getComputedStyle(skip).opacity;
         say(skip.textContent, shown()); skip.focus(); say(shown()); skip.click(); say(here(), shown());
         await tree_keys('ArrowDown'); await tree_keys('ArrowDown'); say(here(), moment.node, \
         document.activeElement.getAttribute('aria-level'));
         await tree_keys('ArrowRight'); say(here()); await tree_keys('ArrowLeft'); say(here());
         await tree_keys('ArrowLeft'); say(here(), document.activeElement.getAttribute('aria-expanded'), \
         document.querySelectorAll('.node').length);
         await tree_keys('ArrowRight'); say(document.activeElement.getAttribute('aria-expanded'), \
         document.activeElement.getAttribute('aria-selected'));
         await tree_keys('End'); say(here()); await tree_keys('ArrowLeft'); await tree_keys('ArrowUp'); say(here());
         say(moment.tick); await tree_keys('Escape'); await press('ArrowRight'); say(moment.tick);
         go(3); await drawn();
         document.querySelector('#steps [tabindex=\"0\"]').focus(); say(moment.step, \
         document.activeElement.textContent);
         await tree_keys('ArrowUp'); say(moment.step, document.activeElement.textContent, \
         document.activeElement.ariaSelected);
         await tree_keys('ArrowUp'); await tree_keys('ArrowDown'); say(moment.step, \
         document.activeElement.textContent, moment.tick);",
        &[
            "tree 1",
            "go to the tree 0",
            "1",
            "0 0",
            "2 2 3",
            "3",
            "2",
            "2 false 6",
            "true true",
            "7",
            "4",
            "0",
            "1",
            "4 ● rest running",
            "2 ✓ patrol success true",
            "4 ● rest running 3",
        ],
    );
}
