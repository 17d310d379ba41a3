//! The WebAssembly boundary.
