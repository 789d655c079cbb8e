//! The container: [MCAP](https://mcap.dev/spec) records in uncompressed chunks, with an index.

use std::collections::BTreeMap;

/// The first and last bytes of a file.
const MAGIC: &[u8] = b"\x89MCAP0\r\n";

/// When a chunk is this long, the next one begins.
const CHUNK: usize = 1 << 20;

/// The numbers of record types.
mod op {
    pub const HEADER: u8 = 0x01;
    pub const FOOTER: u8 = 0x02;
    pub const SCHEMA: u8 = 0x03;
    pub const CHANNEL: u8 = 0x04;
    pub const MESSAGE: u8 = 0x05;
    pub const CHUNK: u8 = 0x06;
    pub const MESSAGE_INDEX: u8 = 0x07;
    pub const CHUNK_INDEX: u8 = 0x08;
    pub const STATISTICS: u8 = 0x0b;
    pub const DATA_END: u8 = 0x0f;
}

/// A file that is being written.
pub struct File {
    bytes: Vec<u8>,
    /// Schemas and channels: they are in the data, and repeated in the summary, where readers look first.
    heads: Vec<u8>,
    schemas: u16,
    channels: u16,
    chunk: Chunk,
    /// The records that locate chunks.
    indices: Vec<u8>,
    chunks: u32,
    /// The number of messages of each channel.
    messages: BTreeMap<u16, u64>,
    times: Option<(u64, u64)>,
}

/// Messages that are not in the file yet.
#[derive(Default)]
struct Chunk {
    records: Vec<u8>,
    /// For each channel, the times and offsets of its messages.
    index: BTreeMap<u16, Vec<(u64, u64)>>,
    times: Option<(u64, u64)>,
}

impl File {
    pub fn new() -> Self {
        let mut bytes = MAGIC.to_vec();
        let library = concat!("bt-view ", env!("CARGO_PKG_VERSION"));
        record(&mut bytes, op::HEADER, |content| {
            text(content, "");
            text(content, library);
        });
        File {
            bytes,
            heads: Vec::new(),
            schemas: 0,
            channels: 0,
            chunk: Chunk::default(),
            indices: Vec::new(),
            chunks: 0,
            messages: BTreeMap::new(),
            times: None,
        }
    }

    /// Adds a JSON schema of messages. Returns its number.
    pub fn schema(&mut self, name: &str, schema: &str) -> u16 {
        self.schemas += 1;
        let id = self.schemas;
        self.head(op::SCHEMA, |content| {
            content.extend(id.to_le_bytes());
            text(content, name);
            text(content, "jsonschema");
            text(content, schema);
        });
        id
    }

    /// Adds a topic. `None` if the file cannot have any more.
    pub fn channel(&mut self, schema: u16, topic: &str, metadata: &[(&str, &str)]) -> Option<u16> {
        self.channels = self.channels.checked_add(1)?;
        let id = self.channels;
        self.head(op::CHANNEL, |content| {
            content.extend(id.to_le_bytes());
            content.extend(schema.to_le_bytes());
            text(content, topic);
            text(content, "json");
            sized(content, |map| {
                metadata.iter().for_each(|(key, value)| [key, value].into_iter().for_each(|one| text(map, one)))
            });
        });
        Some(id)
    }

    fn head(&mut self, op: u8, content: impl Fn(&mut Vec<u8>)) {
        record(&mut self.bytes, op, &content);
        record(&mut self.heads, op, &content);
    }

    /// Adds a message at a time in nanoseconds.
    pub fn message(&mut self, channel: u16, time: u64, json: &str) {
        let place = self.chunk.records.len() as u64;
        let sequence = self.messages.entry(channel).or_default();
        *sequence += 1;
        let sequence = *sequence as u32;
        record(&mut self.chunk.records, op::MESSAGE, |content| {
            content.extend(channel.to_le_bytes());
            content.extend(sequence.to_le_bytes());
            // The times of logging and of publishing.
            content.extend(time.to_le_bytes());
            content.extend(time.to_le_bytes());
            content.extend(json.as_bytes());
        });
        self.chunk.index.entry(channel).or_default().push((time, place));
        let around =
            |times: Option<(u64, u64)>| times.map_or((time, time), |(first, last)| (first.min(time), last.max(time)));
        self.chunk.times = Some(around(self.chunk.times));
        self.times = Some(around(self.times));
        if self.chunk.records.len() >= CHUNK {
            self.end_chunk();
        }
    }

    fn end_chunk(&mut self) {
        let Chunk { records, index, times } = std::mem::take(&mut self.chunk);
        let Some((first, last)) = times else { return };
        let (start, size) = (self.bytes.len() as u64, records.len() as u64);
        record(&mut self.bytes, op::CHUNK, |content| {
            numbers(content, &[first, last, size]);
            // No checksum.
            content.extend(0_u32.to_le_bytes());
            text(content, "");
            numbers(content, &[size]);
            content.extend(&records);
        });
        let length = self.bytes.len() as u64 - start;
        let mut places = Vec::new();
        let begin = self.bytes.len() as u64;
        for (channel, messages) in &index {
            places.extend(channel.to_le_bytes());
            numbers(&mut places, &[self.bytes.len() as u64]);
            record(&mut self.bytes, op::MESSAGE_INDEX, |content| {
                content.extend(channel.to_le_bytes());
                sized(content, |array| messages.iter().for_each(|(time, place)| numbers(array, &[*time, *place])));
            });
        }
        let of_indices = self.bytes.len() as u64 - begin;
        record(&mut self.indices, op::CHUNK_INDEX, |content| {
            numbers(content, &[first, last, start, length]);
            sized(content, |map| map.extend(&places));
            numbers(content, &[of_indices]);
            text(content, "");
            numbers(content, &[size, size]);
        });
        self.chunks += 1;
    }

    /// The whole file.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.end_chunk();
        record(&mut self.bytes, op::DATA_END, |content| content.extend(0_u32.to_le_bytes()));
        let summary = self.bytes.len() as u64;
        self.bytes.extend(&self.heads);
        self.bytes.extend(&self.indices);
        let (first, last) = self.times.unwrap_or_default();
        record(&mut self.bytes, op::STATISTICS, |content| {
            numbers(content, &[self.messages.values().sum()]);
            content.extend(self.schemas.to_le_bytes());
            // There are no attachments and no metadata.
            [u32::from(self.channels), 0, 0, self.chunks].iter().for_each(|count| content.extend(count.to_le_bytes()));
            numbers(content, &[first, last]);
            sized(content, |map| {
                for (channel, count) in &self.messages {
                    map.extend(channel.to_le_bytes());
                    numbers(map, &[*count]);
                }
            });
        });
        record(&mut self.bytes, op::FOOTER, |content| {
            numbers(content, &[summary, 0]);
            content.extend(0_u32.to_le_bytes());
        });
        self.bytes.extend(MAGIC);
        self.bytes
    }
}

/// A record: its number, its length, and its content.
fn record(bytes: &mut Vec<u8>, op: u8, content: impl FnOnce(&mut Vec<u8>)) {
    bytes.push(op);
    let at = bytes.len();
    numbers(bytes, &[0]);
    content(bytes);
    let length = (bytes.len() - at - 8) as u64;
    bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
}

/// A list or a map, preceded by its length.
fn sized(bytes: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    let at = bytes.len();
    bytes.extend([0; 4]);
    content(bytes);
    let length = (bytes.len() - at - 4) as u32;
    bytes[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    sized(bytes, |bytes| bytes.extend(text.as_bytes()));
}

fn numbers(bytes: &mut Vec<u8>, numbers: &[u64]) {
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}
