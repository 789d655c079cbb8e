//! MessagePack, the format of blackboard entries: converts from and to JSON values.
//!
//! We use no crate, because JSON values and a few lines are enough: `rmpv` has its own values.

use serde_json::{Map, Number, Value};

/// The deepest nesting that is accepted.
const DEEPEST: usize = 64;

/// Reads a value, which must take all bytes. Binary data and extensions become `null`.
pub fn read(bytes: &[u8]) -> Option<Value> {
    let mut rest = bytes;
    let value = value(&mut rest, DEEPEST)?;
    rest.is_empty().then_some(value)
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(taken)
}

/// A number of this many bytes, most significant first.
fn number(rest: &mut &[u8], width: usize) -> Option<u64> {
    Some(take(rest, width)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn length(rest: &mut &[u8], width: usize) -> Option<usize> {
    usize::try_from(number(rest, width)?).ok()
}

fn value(rest: &mut &[u8], depth: usize) -> Option<Value> {
    let [code] = *take(rest, 1)? else { return None };
    Some(match code {
        0x00..=0x7f => code.into(),
        0x80..=0x8f => map(rest, usize::from(code & 0x0f), depth)?,
        0x90..=0x9f => array(rest, usize::from(code & 0x0f), depth)?,
        0xa0..=0xbf => text(rest, usize::from(code & 0x1f))?,
        0xc0 => Value::Null,
        0xc1 => return None,
        0xc2 | 0xc3 => (code == 0xc3).into(),
        0xc4..=0xc6 => {
            let length = length(rest, 1 << (code - 0xc4))?;
            skip(rest, length)?
        }
        0xc7..=0xc9 => {
            let length = length(rest, 1 << (code - 0xc7))?;
            skip(rest, length.checked_add(1)?)?
        }
        0xca => float(f64::from(f32::from_bits(u32::try_from(number(rest, 4)?).ok()?))),
        0xcb => float(f64::from_bits(number(rest, 8)?)),
        0xcc..=0xcf => number(rest, 1 << (code - 0xcc))?.into(),
        0xd0 => (number(rest, 1)? as i8).into(),
        0xd1 => (number(rest, 2)? as i16).into(),
        0xd2 => (number(rest, 4)? as i32).into(),
        0xd3 => (number(rest, 8)? as i64).into(),
        0xd4..=0xd8 => skip(rest, 1 + (1 << (code - 0xd4)))?,
        0xd9..=0xdb => {
            let length = length(rest, 1 << (code - 0xd9))?;
            text(rest, length)?
        }
        0xdc | 0xdd => {
            let length = length(rest, 2 << (code - 0xdc))?;
            array(rest, length, depth)?
        }
        0xde | 0xdf => {
            let length = length(rest, 2 << (code - 0xde))?;
            map(rest, length, depth)?
        }
        0xe0..=0xff => (code as i8).into(),
    })
}

/// JSON has no number for infinity and NaN.
fn float(number: f64) -> Value {
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

fn skip(rest: &mut &[u8], length: usize) -> Option<Value> {
    take(rest, length).map(|_| Value::Null)
}

fn text(rest: &mut &[u8], length: usize) -> Option<Value> {
    Some(String::from_utf8_lossy(take(rest, length)?).into())
}

/// Each element takes at least a byte, so the loop ends when there are no more bytes.
fn array(rest: &mut &[u8], length: usize, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let mut array = Vec::new();
    for _ in 0..length {
        array.push(value(rest, depth)?);
    }
    Some(Value::Array(array))
}

fn map(rest: &mut &[u8], length: usize, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let mut map = Map::new();
    for _ in 0..length {
        let key = match value(rest, depth)? {
            Value::String(key) => key,
            other => other.to_string(),
        };
        map.insert(key, value(rest, depth)?);
    }
    Some(Value::Object(map))
}

/// The bytes of a value, as short as possible: a whole number as an integer, a float as `f32` if that loses nothing.
pub fn write(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    append(&mut bytes, value);
    bytes
}

fn append(to: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => to.push(0xc0),
        Value::Bool(value) => to.push(0xc2 + u8::from(*value)),
        Value::Number(number) => append_number(to, number),
        Value::String(text) => {
            head(to, text.len(), (0xa0, 32), Some(0xd9));
            to.extend(text.as_bytes());
        }
        Value::Array(array) => {
            head(to, array.len(), (0x90, 16), None);
            array.iter().for_each(|value| append(to, value));
        }
        Value::Object(map) => {
            head(to, map.len(), (0x80, 16), None);
            for (key, value) in map {
                append(to, &Value::String(key.clone()));
                append(to, value);
            }
        }
    }
}

/// The code and the length of a text, a list or a map: `short` has the code and the limit of short ones. Texts also
/// have a code for one-byte lengths, `byte`, which their codes for two and four bytes follow. Lists and maps only have
/// codes for two and four bytes.
fn head(to: &mut Vec<u8>, length: usize, short: (u8, usize), byte: Option<u8>) {
    let two = byte.map_or(if short.0 == 0x90 { 0xdc } else { 0xde }, |byte| byte + 1);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(length), _) if usize::from(length) < short.1 => to.push(short.0 | length),
        (Ok(length), _) if byte.is_some() => to.extend([two - 1, length]),
        (_, Ok(length)) => {
            to.push(two);
            to.extend(length.to_be_bytes());
        }
        _ => {
            to.push(two + 1);
            to.extend((length as u32).to_be_bytes());
        }
    }
}

fn append_number(to: &mut Vec<u8>, number: &Number) {
    let signed = number.as_i64().filter(|number| *number < 0);
    if let Some(number) = signed {
        match (i8::try_from(number), i16::try_from(number), i32::try_from(number)) {
            (Ok(number), ..) if number >= -32 => to.push(number as u8),
            (Ok(number), ..) => to.extend([0xd0, number as u8]),
            (_, Ok(number), _) => with(to, 0xd1, &number.to_be_bytes()),
            (.., Ok(number)) => with(to, 0xd2, &number.to_be_bytes()),
            _ => with(to, 0xd3, &number.to_be_bytes()),
        }
    } else if let Some(number) = number.as_u64() {
        match (u8::try_from(number), u16::try_from(number), u32::try_from(number)) {
            (Ok(number), ..) if number < 128 => to.push(number),
            (Ok(number), ..) => to.extend([0xcc, number]),
            (_, Ok(number), _) => with(to, 0xcd, &number.to_be_bytes()),
            (.., Ok(number)) => with(to, 0xce, &number.to_be_bytes()),
            _ => with(to, 0xcf, &number.to_be_bytes()),
        }
    } else {
        let number = number.as_f64().unwrap_or(f64::NAN);
        let short = number as f32;
        match f64::from(short) == number {
            true => with(to, 0xca, &short.to_be_bytes()),
            false => with(to, 0xcb, &number.to_be_bytes()),
        }
    }
}

fn with(to: &mut Vec<u8>, code: u8, bytes: &[u8]) {
    to.push(code);
    to.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_read() {
        let long = "x".repeat(300);
        let many: Vec<Value> = (0..70_000).map(|number| (number - 35_000).into()).collect();
        let keys: Map<String, Value> = (0..20).map(|key| (key.to_string(), Value::Null)).collect();
        for value in [
            json!({"goal": 4, "room": "kitchen", "speed": 0.5, "home": null, "on": [true, false]}),
            json!([0, 127, 128, 255, 256, 65535, 65536, 4_294_967_295_u64, 4_294_967_296_u64, u64::MAX]),
            json!([-1, -32, -33, -128, -129, -32768, -32769, i64::from(i32::MIN), i64::MIN, 0.1]),
            json!(["x".repeat(31), "x".repeat(32), long, ""]),
            json!(many),
            json!(keys),
        ] {
            assert_eq!(read(&write(&value)), Some(value));
        }
    }

    #[test]
    fn it_is_as_the_publisher_writes_it() {
        let entries = json!({"Patrol": {"goal": 4, "room": "kitchen", "speed": 0.5}, "go1": null});
        let bytes = b"\x82\xa6Patrol\x83\xa4goal\x04\xa4room\xa7kitchen\xa5speed\xca\x3f\0\0\0\xa3go1\xc0";
        assert_eq!(write(&entries), bytes);
    }

    #[test]
    fn changed_bytes_are_read_or_not() {
        let value = json!({"a": [1, -7, 300, 70_000, 0.1, "text", null, true], "b": {"c": "x".repeat(40)}});
        let (bytes, mut chance) = (write(&value), crate::outline::tests::Chance(1));
        for _ in 0..20_000 {
            let mut bytes = bytes.clone();
            for _ in 0..=chance.below(3) {
                let at = chance.below(bytes.len());
                bytes[at] = chance.below(256) as u8;
            }
            bytes.truncate(chance.below(2 * bytes.len()));
            // Every value that was read can be written: it is neither too deep nor too long.
            if let Some(value) = read(&bytes) {
                assert_eq!(read(&write(&value)), Some(value));
            }
        }
    }

    #[test]
    fn hostile_bytes_are_nothing() {
        assert_eq!(read(&vec![0x91; 1_000_000]), None, "too deep");
        for bytes in
            [&b""[..], b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xa5abc", b"\x00\x00", b"\xc6\xff\xff\xff\xff", b"\x81\xa1"]
        {
            assert_eq!(read(bytes), None, "{bytes:x?}");
        }
        assert_eq!(read(b"\xc4\x02ab"), Some(Value::Null));
        assert_eq!(read(b"\xd6\x01abcd"), Some(Value::Null));
    }
}
