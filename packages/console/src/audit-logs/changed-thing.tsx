// What a change was made to: its name, or else its kind; with a link where it has a page and was not deleted.
import { Link } from '@tanstack/react-router';
import type { ChangePayload } from '@tessera/contract/logs';

/** By the name of the table. */
const pages = {
  applications: '/applications/$id',
  resources: '/api-resources/$id',
  roles: '/roles/$id',
  organizations: '/organizations/$id',
  users: '/users/$id',
  hooks: '/webhooks/$id',
} as const;
const hasPage = (entity: string): entity is keyof typeof pages => Object.hasOwn(pages, entity);

const nameIn = (row: ChangePayload['before']): string | undefined =>
  [row?.name, row?.username, row?.primaryEmail, row?.primaryPhone].find(
    (name): name is string => typeof name === 'string' && name !== '',
  );

export function ChangedThing({ change: { entity, entityId, before, after } }: { change: ChangePayload }) {
  const name = nameIn(after) ?? nameIn(before);
  const shown = name === undefined ? <code dir="ltr">{entity}</code> : <bdi>{name}</bdi>;
  if (!after || !hasPage(entity)) return shown;
  return (
    <Link to={pages[entity]} params={{ id: entityId }}>
      {shown}
    </Link>
  );
}
