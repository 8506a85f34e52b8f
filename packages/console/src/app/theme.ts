// The look: colours that pass contrast in both schemes, the type scale, spacing, and defaults of components.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const brand: MantineColorsTuple = [
  '#eef1ff',
  '#dfe4ff',
  '#bcc6ff',
  '#96a4fb',
  '#7484f5',
  '#5a69ee',
  '#4c5ae6',
  '#3f4bcc',
  '#353fa8',
  '#2c3483',
];
const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e8e8ea',
  '#dcdcdf',
  '#c3c3c8',
  '#9a9aa3',
  '#62626b',
  '#4b4b53',
  '#303036',
  '#18181b',
];
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffdcdd',
  '#ffb8ba',
  '#ff8f93',
  '#ff8589',
  '#e5484d',
  '#c92a2f',
  '#b3252a',
  '#931f23',
  '#74191c',
];
const teal: MantineColorsTuple = [
  '#e6f9f2',
  '#c9f0e1',
  '#95e1c5',
  '#5dd0a7',
  '#45c79a',
  '#12a377',
  '#0a7d5a',
  '#086b4d',
  '#06573f',
  '#044431',
];
const dark: MantineColorsTuple = [
  '#ededf0',
  '#b9b9c1',
  '#93939d',
  '#6c6c77',
  '#3a3a42',
  '#2c2c33',
  '#1f1f25',
  '#16161a',
  '#101013',
  '#0b0b0d',
];

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  autoContrast: true,
  respectReducedMotion: true,
  colors: { brand, gray, red, teal, dark },
  fontFamily: "'Inter Variable', 'Noto Sans Arabic Variable', 'Noto Sans Thai Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { size: 'xs' },
      styles: { root: { height: 32, fontSize: '0.8125rem', fontWeight: 500 } },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'md', transitionProps: { transition: 'pop', duration: 120 } } },
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        centered: true,
        radius: 'lg',
        styles: { title: { fontWeight: 600 } },
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { transition: 'pop', duration: 120 },
      },
    },
    Notification: { defaultProps: { withBorder: true } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, fz: 'xs' } },
  },
});

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#18181b',
    '--mantine-color-dimmed': '#62626b',
    '--mantine-color-default-border': '#e3e3e6',
    '--mantine-color-error': '#c92a2f',
    '--surface-sunken': '#fafafa',
    '--surface-hover': '#f4f4f5',
    '--border-soft': '#ececef',
  },
  dark: {
    '--mantine-color-body': '#101013',
    '--mantine-color-text': '#ededf0',
    '--mantine-color-dimmed': '#9a9aa5',
    '--mantine-color-default-border': '#2c2c33',
    '--mantine-color-error': '#ff8589',
    '--surface-sunken': '#0b0b0d',
    '--surface-hover': '#1b1b20',
    '--border-soft': '#212127',
  },
});
