// Parses libpq connection strings with one or several hosts.

export type Address = { host: string; port: number };
type DatabaseUrl = {
  addresses: [Address, ...Address[]];
  /** Without hosts if there are several. */
  url: string;
  /** `target_session_attrs`, if given. */
  sessions: string | undefined;
};

const form = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?(.*))?$/;
const defaultPort = '5432';

/** `db.example.com`, `db.example.com:5432`, `[::1]:5432` or `%2Frun%2Fpostgresql`. */
const splitPort = (text: string): [host: string, port: string | undefined] => {
  const parts = /^(?:\[(.*)\]|([^:]*))(?::(\d*))?$/.exec(text);
  if (!parts) throw new Error('no such address');
  const [, bracketed, plain = '', port] = parts;
  return [decodeURIComponent(bracketed ?? plain), port || undefined];
};

const addressOf = (host: string, port: string): Address => {
  const number = Number(port);
  if (!host || !Number.isInteger(number) || number < 1 || number > 65_535) throw new Error('no such address');
  return { host, port: number };
};

/** Throws for an invalid connection string. */
export const parseDatabaseUrl = (text: string): DatabaseUrl => {
  const [, scheme, login = '', authority = '', path = '', query = ''] = form.exec(text) ?? [];
  if (!scheme) throw new Error('not a connection string');
  const parameters = new URLSearchParams(query);
  const sessions = parameters.get('target_session_attrs') ?? undefined;
  const ports = parameters.get('port')?.split(',') ?? [];
  const named = parameters.get('host');
  const hosts = named
    ? named.split(',').map((host): [string, string | undefined] => [host, undefined])
    : authority.split(',').map(splitPort);
  // libpq accepts a single port for all hosts.
  const portOf = (index: number) => (ports.length === 1 ? ports[0] : ports[index]);
  const [first, ...others] = hosts.map(([host, port], index) =>
    addressOf(host || 'localhost', portOf(index) || port || defaultPort),
  );
  if (!first) throw new Error('no host');
  const addresses: DatabaseUrl['addresses'] = [first, ...others];
  if (others.length === 0 && (sessions ?? 'any') === 'any') return { addresses, url: text, sessions };
  for (const name of ['host', 'port', 'target_session_attrs', 'load_balance_hosts']) parameters.delete(name);
  return { addresses, url: `${scheme}${login}localhost${path}?${parameters}`, sessions };
};
