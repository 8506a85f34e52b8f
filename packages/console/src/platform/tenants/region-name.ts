// Localized names of regions.
import type { regions } from '@tessera/contract/tenants';
import { useTranslation } from 'react-i18next';

export type RegionId = (typeof regions)[number]['id'];

const known: Readonly<Record<RegionId, true>> = { EU: true, US: true, AU: true, JP: true };

export const isRegion = (id: string): id is RegionId => Object.hasOwn(known, id);

export function useRegionName() {
  const { t } = useTranslation();
  return (id: string) => (isRegion(id) ? t(`tenants.regions.${id}`) : id);
}
