//! What only the whole body is asked for.

use std::ops::{Deref, DerefMut};

/// A part of the pass that no cut is asked for: the copy of the pass that ends the body at a cut has an empty one.
#[derive(Default)]
pub(crate) struct OfWhole<T>(pub(crate) T);

impl<T: Default> Clone for OfWhole<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> Deref for OfWhole<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for OfWhole<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
