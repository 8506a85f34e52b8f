// Where codes can be sent: through connectors, or to the mailbox.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../app/services.tsx';
import { mailboxStatusQuery } from '../mailbox/query.ts';
import { type Connector, connectorsQuery } from './query.ts';

export type Reach = { email: boolean; phone: boolean };

const reachOf = (connectors: readonly Connector[]): Reach => ({
  email: connectors.some(({ type }) => type === 'Email'),
  phone: connectors.some(({ type }) => type === 'Sms'),
});

/** No data while loading. An unavailable mailbox counts as none. */
export function useReach() {
  const { api } = useServices();
  const { data: connectors, error, refetch } = useQuery(connectorsQuery(api));
  const status = useQuery(mailboxStatusQuery(api));
  if (!connectors || status.isPending) return { error, refetch };
  const own = reachOf(connectors);
  const mailbox: Reach = { email: status.data?.email ?? false, phone: status.data?.sms ?? false };
  const reach: Reach = { email: own.email || mailbox.email, phone: own.phone || mailbox.phone };
  return { data: { connectors, own, mailbox, reach }, error, refetch };
}
