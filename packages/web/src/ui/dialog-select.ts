/** How a searchable select behaves in a dialog. */
export const IN_DIALOG = {
  searchable: true,
  comboboxProps: {
    // Otherwise it would be behind the dialog.
    withinPortal: false,
    // Otherwise a short dialog cuts it off.
    floatingStrategy: 'fixed',
    keepMounted: false,
    transitionProps: { duration: 0 },
  },
  // The list itself scrolls: a scroll area around it is not reachable by keyboard.
  withScrollArea: false,
  maxDropdownHeight: 240,
  styles: { options: { maxHeight: 240, overflowY: 'auto' } },
} as const;
