//! A type for each built-in node: an editor completes its name, and shows its docs, the beginning of its page.
//!
//! `BLESS=1 cargo test -p bt-book` writes this file from these pages.

/// Calls the function with the context, and answers what it returns.
///
/// ```text
/// action(function)
/// ```
///
/// It may return a `Status`, a `bool` (`true` is success), nothing (success), an `Option` (`None` is failure), a `Poll`
/// of nothing or of an `Option` (`Pending` is running), or a `Result` of one of these. A closure with two parameters
/// also gets the rest of the tick's time, a `&mut Span`. While the node is running, the function is called once a tick.
pub struct action {}

/// Succeeds if the condition holds, else fails.
///
/// ```text
/// condition(condition)
/// ```
///
/// It answers at once, and is never running. [`guard`] keeps checking while a child runs, and [`wait_until`] waits.
pub struct condition {}

/// Fails until `time` has passed since the child last stopped, aborts included; then runs the child.
///
/// ```text
/// cooldown(time) < child >
/// ```
///
/// It needs `tick_for`.
///
/// The moment when the child stopped is kept even when the node, its parents and the tree end; only `reset` clears it.
/// The node only checks it when it starts: a child that is running is not stopped.
pub struct cooldown<children>(core::marker::PhantomData<children>);

/// Waits for `time`, then runs the child.
///
/// ```text
/// delay(time) < child >
/// ```
///
/// It needs `tick_for`.
///
/// The wait is exact: the child begins at the moment when `time` has passed, and gets the rest of the span.
pub struct delay<children>(core::marker::PhantomData<children>);

/// At each start, runs the boxed tree that `make` returns, and ends as it does; with a `registry`, `make` returns the
/// name of the tree; with `local = true`, the tree need not be `Send` and `Sync`.
///
/// ```text
/// dynamic(make)
/// dynamic(make, registry = value, local = value)
/// ```
///
/// It needs `tick_for`.
///
/// The feature `alloc` must be on. The argument is a `Box<dyn DynTree<..>>`, whose tree has the context, the error and
/// the messages of the tree around it: `dyn DynTree<Npc>`, `dyn DynTree<Npc, Result<Status, Lost>, Shot>`, or
/// `dyn for<'a> DynTree<World<'a>>` if the context borrows. The tree starts from the beginning, and is dropped when it
/// ends, with everything that it has kept.
///
/// Time, messages, `sleep`, `active` and aborts pass through as through a subtree. To bind a value, write its type; the
/// box then holds a tree with that value: `dynamic(|npc| npc.search()) -> prey: Prey`.
///
/// Every tree in such a box is `Send` and `Sync`, so the tree around it can be, too. With `local = true`, the box is a
/// `Box<dyn LocalDynTree<..>>`, which also takes a tree that contains an `Rc`; then the tree around it is neither
/// `Send` nor `Sync`.
///
/// A tree with this node can only be `Clone` and `Serialize` if a `Registry` makes the boxed trees by name:
/// `dynamic(|npc| npc.skill, registry = Skills)`. A clone only keeps the name, so its boxed tree starts over. So does
/// the boxed tree of a save, unless the feature `boxed-saves` is on and the boxed tree derives `Serialize` and
/// `Deserialize`: then the save also has its state.
///
/// Drawings of a running tree, recordings, and the page show the boxed tree below this node.
pub struct dynamic {}

/// Runs the child, and calls the action each time `time` has passed; 0 means once a tick.
///
/// ```text
/// every(time, action) < child >
/// ```
///
/// It needs `tick_for`.
///
/// The time counts from the start of the node. The calls come after the child's run, one for each full `time` that has
/// passed. Once the child has ended, there are no more calls; one that is due at exactly that moment is skipped. The
/// node ends as the child does.
pub struct every<children>(core::marker::PhantomData<children>);

/// Always fails.
///
/// ```text
/// fail
/// ```
///
/// It takes no time.
pub struct fail {}

/// Runs `child`, then `cleanup`, and ends as `child` did; after an abort or an error, `cleanup` still runs for one
/// instant.
///
/// ```text
/// finally < child, cleanup >
/// ```
///
/// The cleanup runs to its end, and its result is ignored. When the node is aborted, or the child returns an error, the
/// cleanup is ticked only once, with no time to spend, and aborted if it is then running. So put the important part
/// first, and let it take no time. A cleanup that is already running when the abort comes is aborted like any child.
/// When the tree is reset or dropped, and after a panic, no cleanup runs.
pub struct finally<children>(core::marker::PhantomData<children>);

/// Runs the child for item 0, 1, .. until there is none, and then succeeds; the first failure ends it.
///
/// ```text
/// for_each(item) < child >
/// ```
///
/// The closure gets the context and the number of the item, a `usize`, and returns an `Option`: `None` ends the loop.
/// It is called before each pass, and the node stores the item during the pass. The next pass begins in the same tick.
/// `-> item`, written before the child, names the item for the child. Write its type in the closure, or after the name:
/// `-> item: Door`.
pub struct for_each<children>(core::marker::PhantomData<children>);

/// Runs the child, and fails when it ends.
///
/// ```text
/// force_failure < child >
/// ```
///
/// While the child is running, so is the node.
pub struct force_failure<children>(core::marker::PhantomData<children>);

/// Runs the child, and succeeds when it ends.
///
/// ```text
/// force_success < child >
/// ```
///
/// While the child is running, so is the node.
pub struct force_success<children>(core::marker::PhantomData<children>);

/// Runs the child again and again; the first failure ends it.
///
/// ```text
/// forever < child >
/// ```
///
/// A pass that began in this tick and used no time is the last one of the tick: the node answers running, and the next
/// pass begins in the next tick. So every tick ends. After a pass that began in an earlier tick, or that used time, the
/// next one begins at once.
pub struct forever<children>(core::marker::PhantomData<children>);

/// Removes the key from the memory of the context, and succeeds.
///
/// ```text
/// forget(key)
/// ```
///
/// It needs a context that `Remembers`.
///
/// It succeeds whether the key was there or not.
pub struct forget {}

/// Checks the condition when it starts, and in every later tick before the child; when it does not hold, aborts the
/// child and fails.
///
/// ```text
/// guard(condition) < child >
/// ```
///
/// If there are several guards above a leaf, the outermost checks first. [`precondition`] checks only once.
pub struct guard<children>(core::marker::PhantomData<children>);

/// Runs `condition` to its end, then `then` after its success or `else` after its failure; a condition in parentheses
/// is checked once, when the node starts.
///
/// ```text
/// if_else < condition, then, else >
/// if_else(condition) < then, else >
/// ```
///
/// The branch runs until it ends, even if the condition changes, and its result is the node's. Without an `else`, the
/// node fails when the condition does. [`reactive_if_else`] checks in every tick.
pub struct if_else<children>(core::marker::PhantomData<children>);

/// Turns success of the child into failure, and failure into success.
///
/// ```text
/// inverter < child >
/// ```
///
/// While the child is running, so is the node.
pub struct inverter<children>(core::marker::PhantomData<children>);

/// Aborts the child and starts it again when the key has changed: for a walk to a goal that moves.
///
/// ```text
/// keyed(key) < child >
/// ```
///
/// The node reads the key when it starts, and compares it in every later tick before the child runs. Write the type of
/// the key in the closure, unless the body is just a name: `keyed(|_| prey)`.
pub struct keyed<children>(core::marker::PhantomData<children>);

/// Re-evaluates the reactive node below only when the key changes; until then the running child simply continues.
///
/// ```text
/// observe(key) < reactive node >
/// ```
///
/// Put it directly above a reactive node. In every tick, the node compares the key with its value at the last decision.
/// The type of the key must be `Copy`; write it in the closure. `tree.look()` makes every `observe` decide again in the
/// next tick.
pub struct observe<children>(core::marker::PhantomData<children>);

/// Runs its children side by side; succeeds once `success` of them have (default `all`), fails once `failure` of them
/// have (default `any`), and aborts the rest.
///
/// ```text
/// parallel(success = n, failure = n) < child, .. >
/// ```
///
/// In every tick, the children that have not ended are ticked in order. The node decides after each child that ends:
/// first whether enough have succeeded, then whether enough have failed, or too few are left to succeed. Later children
/// are not ticked once it has decided, and those that are still active are aborted in order. Each child gets the whole
/// span of the tick. If a threshold is out of reach when the node starts, the node fails before any child starts.
pub struct parallel<children>(core::marker::PhantomData<children>);

/// Runs its children side by side, each until it ends; then fails if at least `failure` of them failed (default 1).
///
/// ```text
/// parallel_all(failure = n) < child, .. >
/// ```
///
/// No child is aborted because of another child. [`parallel`] and [`race`] end as soon as their result is certain.
pub struct parallel_all<children>(core::marker::PhantomData<children>);

/// A `sequence` that keeps its children at work: a child that has succeeded is ticked again in every later tick, before
/// the next ones.
///
/// ```text
/// pipeline < child, .. >
/// ```
///
/// Use it for work that must stay up to date while a later step uses it: compute the path, check it, follow it. If an
/// earlier child is running again, the children after it are still ticked. The node fails when any child fails, and
/// succeeds when the last child does; then the active children are aborted in order. Each child that was reached in an
/// earlier tick gets the whole span. A new child begins at the moment when the child before it ended.
pub struct pipeline<children>(core::marker::PhantomData<children>);

/// Checks the condition when it starts; when it does not hold, fails without running the child.
///
/// ```text
/// precondition(condition) < child >
/// ```
///
/// It does not check again while the child is running. [`guard`] does.
pub struct precondition<children>(core::marker::PhantomData<children>);

/// Every tick, runs the first child whose condition holds; if another child was active, aborts that one first.
///
/// ```text
/// priority < condition => child, .. >
/// ```
///
/// The node succeeds when a child succeeds. When a child fails, the search continues with the children after it, and
/// the failed child is skipped until its condition has been false once, or the node starts again. The node fails when
/// no child is left. Only the last child may have no condition: it is what the agent does otherwise.
///
/// Only conditions decide, and no child starts before the old one has finished. So a leaf can switch something on in
/// `start` and off in `finish`, and no other leaf gets in between. That makes `priority` the first choice for a
/// character that reacts.
///
/// Conditions are checked in every tick, so a child also loses its turn when its own condition no longer holds. With
/// `if` before it, a condition is not checked while its child is active: the child keeps its turn until it ends, or
/// until a child before it takes over. Use that for a task that should be finished once begun, such as a meal. To make
/// the difference clear, you can write `while` before the other conditions; it changes nothing. (Unreal calls `if`
/// "observer aborts: lower priority", and `while` "both".)
///
/// A child that fails loses its turn even if its condition still holds. That is wrong for a check that must never be
/// skipped, such as an empty battery: the robot would drive on. Let such a child always succeed. Then the node ends,
/// and the loop around it checks all conditions again:
pub struct priority<children>(core::marker::PhantomData<children>);

/// Runs the child with this probability, drawn each time the node starts; else fails.
///
/// ```text
/// probability(probability) < child >
/// ```
///
/// It needs a `Random` context.
///
/// A probability of 0 or less never runs the child, and 1 or more always does. A number is drawn either way.
pub struct probability<children>(core::marker::PhantomData<children>);

/// Runs its children side by side until the first one ends, and ends as that one did.
///
/// ```text
/// race < child, .. >
/// ```
///
/// The other children are aborted in order. It is a [`parallel`] in which any success is success and any failure is
/// failure.
pub struct race<children>(core::marker::PhantomData<children>);

/// Runs its children in random order until one succeeds; fails when all have failed.
///
/// ```text
/// random_selector < child, .. >
/// ```
///
/// It needs a `Random` context.
///
/// Whenever it needs a child, it draws one of those that it has not run since it started, each with the same chance.
/// Nothing is drawn for the last one.
pub struct random_selector<children>(core::marker::PhantomData<children>);

/// Runs its children in random order until one fails; succeeds when all have succeeded.
///
/// ```text
/// random_sequence < child, .. >
/// ```
///
/// It needs a `Random` context.
///
/// Whenever it needs a child, it draws one of those that it has not run since it started, each with the same chance.
/// Nothing is drawn for the last one.
pub struct random_sequence<children>(core::marker::PhantomData<children>);

/// Checks the condition in every tick; when the answer changes, aborts the active branch and starts the other one.
///
/// ```text
/// reactive_if_else(condition) < then, else >
/// ```
///
/// Without an `else`, the node fails as soon as the condition does not hold. [`if_else`] checks once, and keeps the
/// branch.
pub struct reactive_if_else<children>(core::marker::PhantomData<children>);

/// A `selector` that begins with its first child in every tick; a running child continues when its turn comes, and is
/// aborted if an earlier child succeeds or is running.
///
/// ```text
/// reactive_selector < child, .. >
/// ```
///
/// Children before the running one start again in every tick. If one of them takes over, the old child is aborted after
/// the new one has run, before the node answers: for a moment both are active. In a [`priority`], the old child
/// finishes first.
pub struct reactive_selector<children>(core::marker::PhantomData<children>);

/// A `sequence` that begins with its first child in every tick; a running child continues when its turn comes, and is
/// aborted if an earlier child fails or is running.
///
/// ```text
/// reactive_sequence < child, .. >
/// ```
///
/// Children before the running one start again in every tick, so they are mostly conditions. The time that they use
/// does not count: the running child gets the whole span.
pub struct reactive_sequence<children>(core::marker::PhantomData<children>);

/// A `match` on the value in every tick; when another arm is taken, aborts the active child and starts the new one.
///
/// ```text
/// reactive_switch(value) < pattern => child, .. >
/// ```
///
/// The arms must be exhaustive, and a pattern may have a guard. Names in the patterns follow the value: closures see
/// the newest value, and arguments keep the value with which their node started. [`switch`] decides once.
pub struct reactive_switch<children>(core::marker::PhantomData<children>);

/// Scores its children in every tick; one that is better than the active child by more than `margin` (default 0) takes
/// over.
///
/// ```text
/// reactive_utility(score, ..) < child, .. >
/// reactive_utility(score, .., margin = n) < child, .. >
/// ```
///
/// The active child is aborted before the better one starts. A child that fails is excluded until the node starts
/// again, and the others are scored again at once. The node succeeds when a child succeeds, and fails when all have
/// failed. If scores are equal, the first child wins. A score that is NaN loses to every number. A margin keeps the
/// agent from changing its mind too easily.
pub struct reactive_utility<children>(core::marker::PhantomData<children>);

/// Succeeds if the memory of the context holds the key, or the key with this value; else fails.
///
/// ```text
/// recalls(key)
/// recalls(key, value)
/// ```
///
/// It needs a context that `Remembers`.
///
/// A value that the memory has forgotten does not count.
pub struct recalls {}

/// Runs `child`; when it fails, runs `recovery` and then `child` again, at most `times` times.
///
/// ```text
/// recover(times) < child, recovery >
/// ```
///
/// The node succeeds when the child succeeds. It fails when the recovery fails, or when the child fails after the last
/// recovery. The next pass begins in the same tick.
pub struct recover<children>(core::marker::PhantomData<children>);

/// Stores the value under the key in the memory of the context, and succeeds.
///
/// ```text
/// remember(key, value)
/// remember(key, value, at = value)
/// ```
///
/// It needs a context that `Remembers`.
///
/// An older value under the key is replaced, together with its time. `at = position` also stores where it was, if the
/// memory has positions. Each argument may be a closure of the context.
pub struct remember {}

/// Runs the child until it has succeeded `times` times; the first failure ends it.
///
/// ```text
/// repeat(times) < child >
/// ```
///
/// The next pass begins in the same tick. With a count of 0 it succeeds at once.
pub struct repeat<children>(core::marker::PhantomData<children>);

/// Runs the child again and again until it fails, and then succeeds.
///
/// ```text
/// repeat_until_failure < child >
/// ```
///
/// Like [`forever`], it yields: after a pass that began in this tick and used no time, the next one waits for the next
/// tick.
pub struct repeat_until_failure<children>(core::marker::PhantomData<children>);

/// Runs the child again and again until it succeeds.
///
/// ```text
/// repeat_until_success < child >
/// ```
///
/// Like [`forever`], it yields: after a pass that began in this tick and used no time, the next one waits for the next
/// tick. [`retry`] limits the attempts.
pub struct repeat_until_success<children>(core::marker::PhantomData<children>);

/// Runs the child until it succeeds; fails when it has failed `attempts` times.
///
/// ```text
/// retry(attempts) < child >
/// ```
///
/// The next attempt begins in the same tick. With a count of 0 it fails at once.
pub struct retry<children>(core::marker::PhantomData<children>);

/// Runs its children in turn until one succeeds, beginning after the child that ended it last time.
///
/// ```text
/// round_robin < child, .. >
/// ```
///
/// After the last child comes the first. When all have failed, the node fails, and next time it begins after the last
/// child that it tried. It keeps its position when it ends; only `reset` clears it. An abort does not change it.
pub struct round_robin<children>(core::marker::PhantomData<children>);

/// Runs the child until it has ended `times` times, and from then on fails; aborts do not count.
///
/// ```text
/// run_limit(times) < child >
/// ```
///
/// The count is kept even when the node, its parents and the tree end; only `reset` clears it.
pub struct run_limit<children>(core::marker::PhantomData<children>);

/// Runs the child until it has ended once, and from then on gives the same result; aborts do not count.
///
/// ```text
/// run_once < child >
/// ```
///
/// The result is kept even when the node, its parents and the tree end; only `reset` clears it.
pub struct run_once<children>(core::marker::PhantomData<children>);

/// Is always running.
///
/// ```text
/// running
/// ```
///
/// It only ends when it is aborted. While nothing else is active, the tree can sleep without limit.
pub struct running {}

/// Runs its children in order until one succeeds; fails when all have failed.
///
/// ```text
/// selector < child, .. >
/// ```
///
/// After a failure it continues with the next child in the same tick. A running child continues in the next tick; those
/// before it do not run again. For a choice that changes while a child is running, see [`priority`]. Other libraries
/// call this node fallback.
pub struct selector<children>(core::marker::PhantomData<children>);

/// Runs its children in order until one fails; succeeds when all have succeeded.
///
/// ```text
/// sequence < child, .. >
/// ```
///
/// After a success it continues with the next child in the same tick. A running child continues in the next tick; those
/// before it do not run again.
pub struct sequence<children>(core::marker::PhantomData<children>);

/// Runs `main`, and `background` again and again alongside it, until `main` ends.
///
/// ```text
/// simple_parallel < main, background >
/// ```
///
/// It ends as `main` does, and the background is aborted at that moment. The background is ticked after `main`, for the
/// span that `main` used. If `main` has ended and used no time, the background is not ticked. Its results are ignored,
/// and it repeats like a [`forever`].
pub struct simple_parallel<children>(core::marker::PhantomData<children>);

/// Always succeeds; `value`, if given, is the value of the node.
///
/// ```text
/// succeed
/// succeed(value)
/// ```
///
/// It takes no time. Like the value of any leaf, its value can be bound for later nodes: `succeed(2) -> times: u32`.
pub struct succeed {}

/// A `match` on the value, decided when the node starts.
///
/// ```text
/// switch(value) < pattern => child, .. >
/// ```
///
/// The arms must be exhaustive, and a pattern may have a guard. The child runs until it ends, and its result is the
/// node's. [`reactive_switch`] decides in every tick. The child of an arm can use the names in its pattern, if the
/// closure declares its type, which must be `Clone`: `|npc| -> Order { .. }`.
pub struct switch<children>(core::marker::PhantomData<children>);

/// Starts the child at once the first time, and then no sooner than `time` after its last success; until then it is
/// running.
///
/// ```text
/// throttle(time) < child >
/// ```
///
/// It needs `tick_for`.
///
/// A failure or an abort of the child has no effect: the child may start again as soon as its last success allows.
///
/// The time of the last success belongs to the nearest node above that can start this one again: a loop, [`pipeline`],
/// [`keyed`], [`simple_parallel`] or a reactive node. When that node ends, the time is forgotten. A `priority` ends
/// with each success, so a loop must come *between* a [`priority`] and its `throttle`. In a [`reactive_sequence`], only
/// the last child may be a `throttle`: an earlier one would abort the later children whenever it waits.
pub struct throttle<children>(core::marker::PhantomData<children>);

/// Aborts the child and fails when `time` has run out; a child that ends exactly then still counts.
///
/// ```text
/// timeout(time) < child >
/// ```
///
/// It needs `tick_for`.
///
/// It shortens the span that its child gets, so it is exact at every frame rate.
pub struct timeout<children>(core::marker::PhantomData<children>);

/// Runs its child, and tells the compiler that a child that is never reached, or a loop that never ends, is intended.
///
/// ```text
/// unchecked < child >
/// ```
///
/// It changes nothing at run time. Without it, a child that can never be reached is a compile error, and so is a loop
/// whose child can never end it.
pub struct unchecked<children>(core::marker::PhantomData<children>);

/// Scores its children and runs the best; if that one fails, scores those that are left, until one succeeds.
///
/// ```text
/// utility(score, ..) < child, .. >
/// ```
///
/// The node fails when all have failed. It evaluates the scores in the order of the children, whenever it needs a
/// child. If scores are equal, the first child wins. A score that is NaN loses to every number. [`reactive_utility`]
/// scores in every tick.
pub struct utility<children>(core::marker::PhantomData<children>);

/// Is running for `time`, then succeeds.
///
/// ```text
/// wait(time)
/// ```
///
/// It needs `tick_for`.
///
/// It ends exactly when `time` has passed, at every frame rate, and passes on the rest of the span. A tree that does
/// nothing but wait can sleep.
pub struct wait {}

/// Is running for a time drawn between `least` and `most`, both included, then succeeds.
///
/// ```text
/// wait_between(least, most)
/// ```
///
/// It needs a `Random` context and `tick_for`.
///
/// The time is drawn when the node starts.
pub struct wait_between {}

/// Is running until the condition holds, then succeeds.
///
/// ```text
/// wait_until(condition)
/// ```
///
/// The condition is checked once a tick, starting with the tick in which the node starts.
pub struct wait_until {}

/// Runs one child, drawn by weight when the node starts, and ends as that one does.
///
/// ```text
/// weighted(weight, ..) < child, .. >
/// ```
///
/// It needs a `Random` context.
///
/// The weights are read before the draw. A weight of 0 or less is never drawn. If none is above 0, the node fails.
pub struct weighted<children>(core::marker::PhantomData<children>);
