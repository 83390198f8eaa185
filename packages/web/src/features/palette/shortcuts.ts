/** The keyboard shortcuts of the console, for their list. `mod` is ⌘ on a Mac, and Ctrl elsewhere. */

export const PALETTE_KEY = 'mod+K';
export const SHORTCUTS_KEY = '?';

export const SHORTCUTS = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: [PALETTE_KEY], does: 'Search tests, phones, offices, screens and actions' },
      { keys: [SHORTCUTS_KEY], does: 'Show keyboard shortcuts' },
      { keys: ['Esc'], does: 'Close a dialog, menu or list' },
    ],
  },
  {
    where: 'Search and lists',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Select the previous or next entry' },
      { keys: ['Home', 'End'], does: 'Select the first or last entry' },
      { keys: ['Enter'], does: 'Open or choose the selected entry' },
    ],
  },
  {
    where: 'Tests',
    shortcuts: [
      { keys: ['/'], does: 'Search the list' },
      { keys: ['Shift+click'], does: 'Select all tests up to this one' },
      { keys: ['Esc'], does: 'Deselect all tests' },
    ],
  },
  {
    where: 'Forms',
    shortcuts: [
      { keys: ['mod+Enter'], does: 'Create or save' },
      { keys: ['mod+E'], does: 'Open the emoji picker of the message' },
    ],
  },
  {
    where: 'Report',
    shortcuts: [
      { keys: ['/'], does: 'Search the messages' },
      { keys: ['j'], does: 'Go to the next message' },
      { keys: ['k'], does: 'Go to the previous message' },
      { keys: ['Enter'], does: 'Open or close the message' },
      { keys: ['Esc'], does: 'Close the message' },
    ],
  },
];
