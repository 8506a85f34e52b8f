// The groups of pages that this tenant has now: the mailbox is one of them only while messages land in it.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../app/services.tsx';
import { mailboxStatusQuery } from '../mailbox/query.ts';
import { sectionsOf } from './sections.ts';

export function useSections() {
  const { api, settings } = useServices();
  const { data } = useQuery({ ...mailboxStatusQuery(api), enabled: settings.tenantId !== '' });
  const isMailboxUsed = data?.email === true || data?.sms === true;
  return sectionsOf(settings).map(({ key, items }) => ({
    key,
    items: items.filter((item) => item.key !== 'mailbox' || isMailboxUsed),
  }));
}
