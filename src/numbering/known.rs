//! What is there by construction.

/// What was found. That it is there is certain; if it weren't, that would be a mistake of this room, and the tests, which
/// check it, would see it.
pub(super) fn known<T: Default>(found: Option<T>) -> T {
    debug_assert!(found.is_some(), "there by construction");
    found.unwrap_or_default()
}
