// The sections of the account pages. One without anything that the tenant shows is left out.
import type { AccountField, PublicAccountCenter } from '@tessera/contract/account-center';
import { isVisible } from './account-context.ts';
import type { IconName } from './icons.tsx';

export const sectionNames = ['profile', 'security', 'linked-accounts', 'sessions', 'applications', 'data'] as const;
export type SectionName = (typeof sectionNames)[number];

export const sectionIcons: Record<SectionName, IconName> = {
  profile: 'user',
  security: 'shield',
  'linked-accounts': 'link',
  sessions: 'devices',
  applications: 'apps',
  data: 'data',
};

const profileFields: AccountField[] = ['name', 'avatar', 'username', 'profile', 'email', 'phone', 'customData'];

export const isSection = (name: string): name is SectionName => (sectionNames as readonly string[]).includes(name);

export const isShown = (name: SectionName, center: PublicAccountCenter): boolean => {
  const shows = (...fields: AccountField[]) => fields.some((field) => isVisible(center, field));
  if (name === 'profile') return shows(...profileFields);
  if (name === 'security') return shows('password', 'mfa');
  if (name === 'linked-accounts') return shows('social');
  if (name === 'data') return center.allowsDeletion || center.allowsExport;
  return true;
};

/** The section of a path below the tenant's base; the first one shown by default. */
export const sectionAt = (path: string, center: PublicAccountCenter): SectionName | undefined => {
  const name = path.replace(/^\/account\/?/, '');
  if (name === '') return sectionNames.find((one) => isShown(one, center));
  return isSection(name) && isShown(name, center) ? name : undefined;
};
