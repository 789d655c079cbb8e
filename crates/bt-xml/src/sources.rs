//! `Sources`: the files that are read.

/// The files that [`import_from`](crate::import_from) and [`lint`](crate::lint) read, by their paths. With their
/// includes, they may be 1,000 files of 16 MiB in all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'s> {
    /// Files of trees.
    pub paths: &'s [&'s str],
    /// Files whose `TreeNodesModel` describes the ports of nodes, such as nav2's `nav2_tree_nodes.xml`.
    pub models: &'s [&'s str],
    /// Folders of installed files. An included file that is neither where its `<include>` says nor in the folder of
    /// the file that includes it is looked for here: `my_robot/trees/dock.xml` for `<include ros_pkg="my_robot"
    /// path="trees/dock.xml"/>`, then `trees/dock.xml`, then `dock.xml`.
    pub folders: &'s [&'s str],
    /// The help shown if an installed file is not found: how to name its folder.
    pub help: Option<&'s str>,
}
