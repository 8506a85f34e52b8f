// The entity of a change: its name or type, linked if it has a page and still exists.
import { Link } from '@tanstack/react-router';
import type { ChangePayload } from '@tessera/contract/audit-logs';

/** By table name. */
const pages = {
  applications: '/applications/$id',
  resources: '/api-resources/$id',
  roles: '/roles/$id',
  organizations: '/organizations/$id',
  users: '/users/$id',
  hooks: '/webhooks/$id',
  connectors: '/connectors/$id',
  ssoConnectors: '/enterprise-sso/$id',
} as const;
const hasPage = (entity: string): entity is keyof typeof pages => Object.hasOwn(pages, entity);

const nameIn = (row: ChangePayload['before']): string | undefined =>
  [row?.name, row?.connectorName, row?.username, row?.primaryEmail, row?.primaryPhone].find(
    (name): name is string => typeof name === 'string' && name !== '',
  );

export function ChangedThing({ change: { entity, entityId, entityName, before, after } }: { change: ChangePayload }) {
  const name = nameIn(after) ?? nameIn(before) ?? entityName;
  const shown = name === undefined ? <code dir="ltr">{entity}</code> : <bdi>{name}</bdi>;
  if (!after || !hasPage(entity)) return shown;
  return (
    <Link to={pages[entity]} params={{ id: entityId }}>
      {shown}
    </Link>
  );
}
