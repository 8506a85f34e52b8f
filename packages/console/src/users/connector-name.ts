// What the provider of a linked account is called, its picture, and whether its tokens are kept. A connector that is gone
// leaves its own word behind.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';

type Known = { name: string; logo: string | undefined; canKeepTokens: boolean; keepsTokens: boolean };

export function useConnectorOf() {
  const { i18n } = useTranslation();
  const { api } = useServices();
  const { data = [] } = useQuery({ ...api.management.query('/connectors'), staleTime: 60_000, meta: { silent: true } });
  return (target: string): Known => {
    // One target may have a connector for each platform.
    const connectors = data.filter((one) => one.type === 'Social' && one.target === target);
    const [connector] = connectors;
    if (!connector) return { name: target, logo: undefined, canKeepTokens: false, keepsTokens: false };
    return {
      name: connector.name[i18n.language] ?? connector.name.en,
      logo: connector.logo,
      canKeepTokens: connectors.some(({ isTokenStorageSupported }) => isTokenStorageSupported),
      keepsTokens: connectors.some(({ enableTokenStorage }) => enableTokenStorage),
    };
  };
}
