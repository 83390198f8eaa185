/** The console's Mantine theme: the tokens of base.css, one accent, Inter at 14 px, a 4 px grid. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

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

/** Text, lines and surfaces of the dark scheme, in Mantine's order. */
const dark: MantineColorsTuple = [
  '#e6ebef',
  '#c3ccd4',
  '#a0adb8',
  '#83909c',
  '#3d4853',
  '#2a333c',
  '#1c232a',
  '#171d23',
  '#12171c',
  '#101418',
];

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 3 },
  // Mantine derives contrast from the light scheme's shade; the tokens cover both.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== 'filled') return colors;
    if (input.color === 'red')
      return {
        ...colors,
        color: 'var(--tp-surface)',
        background: 'var(--tp-danger)',
        hover: 'color-mix(in srgb, var(--tp-danger) 88%, var(--tp-text))',
      };
    if ((input.color ?? input.theme.primaryColor) !== 'teal') return colors;
    return {
      ...colors,
      color: 'var(--tp-on-accent)',
      background: 'var(--tp-accent)',
      hover: 'var(--tp-accent-strong)',
    };
  },
  colors: { teal, dark },
  fontFamily: '"Inter Variable", "Inter Stand-in", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: 'var(--tp-font-xs)', sm: 'var(--tp-font-sm)', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: {
    xs: 'var(--tp-radius-xs)',
    sm: 'var(--tp-radius-sm)',
    md: 'var(--tp-radius-md)',
    lg: 'var(--tp-radius-lg)',
    xl: 'var(--tp-radius-xl)',
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ModalRoot: {
      defaultProps: {
        centered: true,
        size: 520,
        radius: 'lg',
        transitionProps: { duration: 0 },
        // A press beside a form must not lose what is typed.
        closeOnClickOutside: false,
      },
    },
    InputLabel: { defaultProps: { mb: 4 } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 0 },
        shadow: 'md',
        // The first item has the focus at once, as in every menu opened by keyboard.
        withInitialFocusPlaceholder: false,
        // Screen readers skip content outside all landmarks.
        portalProps: { target: '#main' },
      },
    },
    SegmentedControl: {
      styles: {
        // The radio button fills its label, so that a press anywhere is a press on it.
        input: { inset: 0, zIndex: 3, width: '100%', height: '100%', margin: 0, cursor: 'pointer' },
        // The library's single line does not fit at 320 px.
        root: { maxWidth: '100%' },
        label: { whiteSpace: 'normal' },
      },
    },
    ModalTitle: { defaultProps: { fw: 600 } },
    ModalCloseButton: { defaultProps: { 'aria-label': 'Close' } },
  },
});

/** Maps Mantine's variables to our tokens; in both schemes, since those of a scheme take precedence. */
const fromTokens = {
  '--mantine-color-body': 'var(--tp-surface)',
  '--mantine-color-text': 'var(--tp-text)',
  '--mantine-color-bright': 'var(--tp-text)',
  '--mantine-color-dimmed': 'var(--tp-text-soft)',
  '--mantine-color-placeholder': 'var(--tp-text-soft)',
  '--mantine-primary-color-filled': 'var(--tp-accent)',
  '--mantine-primary-color-filled-hover': 'var(--tp-accent-strong)',
  '--mantine-primary-color-contrast': 'var(--tp-on-accent)',
  '--mantine-color-anchor': 'var(--tp-accent)',
  '--mantine-color-error': 'var(--tp-danger)',
  '--mantine-color-red-text': 'var(--tp-danger)',
  '--mantine-color-default': 'var(--tp-surface)',
  '--mantine-color-default-hover': 'var(--tp-surface-raised)',
  '--mantine-color-default-color': 'var(--tp-text)',
  '--mantine-color-default-border': 'var(--tp-line-strong)',
  '--mantine-color-disabled': 'var(--tp-ground)',
  '--mantine-color-disabled-color': 'var(--tp-text-soft)',
  '--mantine-color-disabled-border': 'var(--tp-line)',
} as const;

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});
