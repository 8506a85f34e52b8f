// The link of an invitation, where the user accepts it.
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';

export const checkLink = (link: string, t: TFunction): string | null => {
  if (link.trim() === '') return t('fields.required');
  return isWebUrl(link.trim()) ? null : t('organizations.invitations.link_rule');
};
