// The sidebar's sections for this tenant: the mailbox is included only while messages are captured.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../app/services.tsx';
import { mailboxStatusQuery } from '../authentication/mailbox/query.ts';
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
