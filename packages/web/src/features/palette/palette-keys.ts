/** The keys of the palette and of the list of shortcuts. `mod` is ⌘ on a Mac, and Ctrl elsewhere. */

export const PALETTE_KEY = 'mod+K';
export const SHORTCUTS_KEY = '?';
