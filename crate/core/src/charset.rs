//! The character encoding of a body: byte order mark, header, `meta` within the first 1,024 bytes, XML declaration.
