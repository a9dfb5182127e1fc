import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

// Shade 4 is the amber of the dark scheme, 8 that of the light one. Both have enough contrast to their backgrounds.
const amber: MantineColorsTuple = [
  '#fff6e5',
  '#ffeaca',
  '#ffd99b',
  '#ffc871',
  '#ffb84d',
  '#f2a531',
  '#d98a16',
  '#cc5f00',
  '#b54d00',
  '#8a3b00',
];

const velvet: MantineColorsTuple = [
  '#ffecef',
  '#ffd6dc',
  '#ffaeb9',
  '#ff8c9a',
  '#ff7a8a',
  '#e2506a',
  '#c2334d',
  '#b3263f',
  '#b3263f',
  '#7d1629',
];

// Mantine uses these as: 0 text, 2 dimmed text, 4 borders, 5 and 6 raised surfaces, 7 page background.
const dark: MantineColorsTuple = [
  '#f4f1ea',
  '#d5d1cf',
  '#a7a2ad',
  '#6f6a75',
  '#37353d',
  '#2f2d35',
  '#25232a',
  '#0f0e11',
  '#0c0b0e',
  '#070608',
];

const AMBER_HOVER = 'color-mix(in srgb, var(--amber-fill) 88%, var(--ink))';

export const theme = createTheme({
  colors: { amber, velvet, dark },
  primaryColor: 'amber',
  primaryShade: { dark: 4, light: 8 },
  black: '#1a1204',
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '650' },
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '26px' },
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  variantColorResolver: (input) => {
    const isPrimary = input.variant === 'filled' && (!input.color || input.color === 'amber');
    if (!isPrimary) return defaultVariantColorsResolver(input);
    return {
      background: 'var(--amber-fill)',
      hover: AMBER_HOVER,
      color: 'var(--on-amber)',
      border: '1px solid transparent',
    };
  },
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Mantine's <header> would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
});

/** Maps Mantine's variables to our tokens, so that its controls match ours. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--dim)',
    '--mantine-color-error': 'var(--velvet)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--overlay)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--dim)',
    '--mantine-color-disabled-border': 'transparent',
    '--mantine-primary-color-filled': 'var(--amber-fill)',
    '--mantine-primary-color-filled-hover': AMBER_HOVER,
    '--mantine-primary-color-contrast': 'var(--on-amber)',
  };
  return { variables: {}, dark: shared, light: shared };
};
