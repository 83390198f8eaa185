/** A select that narrows a list, and can be cleared by mouse and keyboard. */
import { Select, type SelectProps } from '@mantine/core';

export function FilterSelect({ label, ...select }: SelectProps & { readonly label: string }) {
  return (
    <Select
      size="sm"
      label={label}
      placeholder="All"
      limit={100}
      nothingFoundMessage="No match"
      clearable
      // The library hides it from screen readers and Tab by default; here it can be reached by Tab, so it must be announced.
      clearButtonProps={{ 'aria-label': `Clear the ${label} filter`, 'aria-hidden': false, tabIndex: 0 }}
      comboboxProps={{ withinPortal: false, keepMounted: false, transitionProps: { duration: 0 } }}
      // The list itself scrolls: a scroll area around it is not reachable by keyboard.
      withScrollArea={false}
      styles={{ options: { maxHeight: 312, overflowY: 'auto' } }}
      {...select}
    />
  );
}
