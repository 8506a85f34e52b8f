// The logo of a provider for the current color scheme.
import { useComputedColorScheme } from '@mantine/core';

type Logos = { logo: string; logoDark: string | null };

export function useThemedLogo() {
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return ({ logo, logoDark }: Logos): string => (isDark ? (logoDark ?? logo) : logo);
}
