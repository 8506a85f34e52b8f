// What the provider of a linked account is called, and its picture. A connector that is gone leaves its own word behind.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';

export function useConnectorOf() {
  const { i18n } = useTranslation();
  const { api } = useServices();
  const { data = [] } = useQuery({ ...api.management.query('/connectors'), staleTime: 60_000, meta: { silent: true } });
  return (target: string): { name: string; logo: string | undefined } => {
    const connector = data.find((one) => one.type === 'Social' && one.target === target);
    if (!connector) return { name: target, logo: undefined };
    return { name: connector.name[i18n.language] ?? connector.name.en, logo: connector.logo };
  };
}
