/** The console's Mantine theme: the tokens of base.css, one accent, Inter at 14 px, a 4 px grid. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Teal; 7 carries white text at 6.2:1, 3 carries near-black text in the dark scheme. */
const teal: MantineColorsTuple = [
  '#e3f2f1',
  '#c5e4e2',
  '#97d1cd',
  '#5cc5bf',
  '#33a8a2',
  '#178984',
  '#0e7b77',
  '#0b6e6e',
  '#075656',
  '#043f40',
];

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { teal },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
});
