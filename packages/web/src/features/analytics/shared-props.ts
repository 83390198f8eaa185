/** Props that several parts of the screen share. */

/** A button in a sentence or a table, as a link. */
export const TEXT_BUTTON = {
  component: 'button',
  type: 'button',
  inherit: true,
  c: 'inherit',
  underline: 'always',
} as const;

/** A table of figures without cells of its own. */
export const FIGURES_TABLE = {
  fz: 'sm',
  tabularNums: true,
  horizontalSpacing: 0,
  verticalSpacing: 4,
} as const;
