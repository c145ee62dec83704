// SPDX-License-Identifier: Apache-2.0
//! Vectors indexed by their own 32-bit id type, so that an expression's id cannot index the
//! statements.

use std::marker::PhantomData;

/// A typed index. `index_type!` makes them.
pub trait Idx: Copy + Eq {
    /// `i` must fit in 32 bits.
    fn from_usize(i: usize) -> Self;
    /// The index into the vector.
    fn index(self) -> usize;
}

/// Defines a public 32-bit id type: `index_type!(/// doc ExprId)`.
#[macro_export]
macro_rules! index_type {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $crate::Idx for $name {
            fn from_usize(i: usize) -> Self {
                $name(u32::try_from(i).expect("fewer than 2^32 nodes"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A growable array whose elements are named by `I`.
#[derive(Clone, Debug)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Idx, T> IndexVec<I, T> {
    /// No elements.
    pub fn new() -> Self {
        IndexVec { raw: Vec::new(), marker: PhantomData }
    }

    /// Appends `value` and gives its id.
    pub fn push(&mut self, value: T) -> I {
        let id = I::from_usize(self.raw.len());
        self.raw.push(value);
        id
    }

    /// The number of elements, which is the next element's index.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// True without elements.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// The element, `None` beyond the last.
    pub fn get(&self, id: I) -> Option<&T> {
        self.raw.get(id.index())
    }

    /// The elements in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }

    /// The elements with their ids.
    pub fn iter_enumerated(&self) -> impl Iterator<Item = (I, &T)> {
        self.raw.iter().enumerate().map(|(i, t)| (I::from_usize(i), t))
    }

    /// Grows to at least `len` elements with copies of `value`.
    pub fn grow(&mut self, len: usize, value: T)
    where
        T: Clone,
    {
        if self.raw.len() < len {
            self.raw.resize(len, value);
        }
    }
}

impl<I: Idx, T> std::ops::Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.raw[id.index()]
    }
}

impl<I: Idx, T> std::ops::IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.raw[id.index()]
    }
}
