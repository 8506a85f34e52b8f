// The provider of a linked account: name, logo, and whether its tokens are stored. A deleted connector is shown by its
// target.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useThemedLogo } from '../../kit/use-themed-logo.ts';

type Known = { name: string; logo: string | undefined; canKeepTokens: boolean; keepsTokens: boolean };

export function useConnectorOf() {
  const { i18n } = useTranslation();
  const { api } = useServices();
  const logoOf = useThemedLogo();
  const { data = [] } = useQuery({ ...api.management.query('/connectors'), staleTime: 60_000, meta: { silent: true } });
  return (target: string): Known => {
    // A target may have one connector per platform.
    const connectors = data.filter((one) => one.type === 'Social' && one.target === target);
    const [connector] = connectors;
    if (!connector) return { name: target, logo: undefined, canKeepTokens: false, keepsTokens: false };
    return {
      name: connector.name[i18n.language] ?? connector.name.en,
      logo: logoOf(connector),
      canKeepTokens: connectors.some(({ isTokenStorageSupported }) => isTokenStorageSupported),
      keepsTokens: connectors.some(({ enableTokenStorage }) => enableTokenStorage),
    };
  };
}
