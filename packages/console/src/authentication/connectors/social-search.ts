// The list of social connectors: its state in the URL, and the rows it shows.
import type { ActivityOfConnector } from '@tessera/contract/connector-activity';
import type { ConnectorProtocol } from '@tessera/contract/connectors';
import { type ListSearch, pageSize, parseListSearch } from '../../kit/list-search.ts';
import type { Connector } from '../sign-in-experience/query.ts';
import { type Activity, activityOf } from './activity.ts';
import { type ConnectorGroup, socialGroups } from './groups.ts';

export const statuses = ['on_page', 'not_on_page', 'failing'] as const;
export type SocialStatus = (typeof statuses)[number];
export const protocols = ['oidc', 'oauth2', 'saml'] as const satisfies readonly ConnectorProtocol[];

export type SocialSearch = ListSearch & { status?: SocialStatus; protocol?: ConnectorProtocol };

export const parseSocialSearch = (raw: Record<string, unknown>): SocialSearch => {
  const status = statuses.find((one) => one === raw.status);
  const protocol = protocols.find((one) => one === raw.protocol);
  return { ...parseListSearch(raw), ...(status && { status }), ...(protocol && { protocol }) };
};

/** `status` is undefined for demo connectors, and until the sign-in experience is known. */
export type SocialRow = ConnectorGroup & { activity: Activity | undefined; status: SocialStatus | undefined };

type Known = { targets: readonly string[] | undefined; activity: readonly ActivityOfConnector[] };

const rowOf = (group: ConnectorGroup, { targets, activity: all }: Known): SocialRow => {
  const activity = activityOf(all, group.connectors);
  const place = targets && (targets.includes(group.target) ? 'on_page' : 'not_on_page');
  const status = group.first.isDemo ? undefined : activity?.failing ? 'failing' : place;
  return { ...group, activity, status };
};

export const socialPage = (connectors: readonly Connector[], search: SocialSearch, known: Known) => {
  const { page = 1, keyword = '', status, protocol } = search;
  const wanted = keyword.toLocaleLowerCase();
  const all = socialGroups(connectors).map((group) => rowOf(group, known));
  const rows = all.filter(
    ({ target, first, status: current }) =>
      (status === undefined || current === status) &&
      (protocol === undefined || first.protocol === protocol) &&
      [target, ...Object.values(first.name)].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
  return {
    items: rows.slice((page - 1) * pageSize, page * pageSize),
    total: rows.length,
    signIns: all.reduce((sum, { activity }) => sum + (activity?.succeeded ?? 0), 0),
  };
};
