// Connections through a pooler in transaction mode. Between transactions the pooler gives the connection to other
// clients, so settings cannot outlive one: each transaction first sets its tenant and role, and a statement outside of
// one gets its own. Statements are unnamed, because not every pooler supports names.
import pg from 'pg';

type Statement = pg.QueryConfig & { text: string };
type Callback = (error: Error | null, result?: pg.QueryResult) => void;

const tenants = new WeakMap<pg.ClientBase, string>();

/** Sets the tenant of the next transactions; `false` if the connection is not one of these. */
export const bindTransactions = (client: pg.ClientBase, tenantId: string): boolean => {
  if (!tenants.has(client)) return false;
  tenants.set(client, tenantId);
  return true;
};

const settingOf = ([name, value]: [string, string]) =>
  `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`;

const isBegin = (text: string) => /^(begin|start transaction)\b/i.test(text);

const statementOf = (given: string | Statement, values: unknown): Statement => {
  const { name: _, ...statement } = typeof given === 'string' ? { text: given } : given;
  return Array.isArray(values) ? { ...statement, values } : statement;
};

export const throughTransactions = (client: pg.Client, settings: Record<string, string>): pg.Client => {
  tenants.set(client, '');
  const send = client.query.bind(client) as (statement: string | Statement) => Promise<pg.QueryResult>;

  const begin = async (text: string): Promise<pg.QueryResult> => {
    const all = Object.entries({ ...settings, 'tessera.tenant': tenants.get(client) ?? '' });
    // One message with several statements has several results.
    const [begun] = (await send(`${text}; select ${all.map(settingOf)}`)) as unknown as [pg.QueryResult];
    return begun;
  };

  const run = async (statement: Statement): Promise<pg.QueryResult> => {
    if (client.getTransactionStatus() !== 'I') return send(statement);
    if (isBegin(statement.text)) return begin(statement.text);
    try {
      await begin('begin');
      const result = await send(statement);
      await send('commit');
      return result;
    } catch (error) {
      // A lost connection has already rolled back.
      await send('rollback').catch(() => {});
      throw error;
    }
  };

  const query = (given: string | Statement, second?: unknown, third?: Callback) => {
    const running = run(statementOf(given, second));
    const callback = typeof second === 'function' ? (second as Callback) : third;
    return callback ? void running.then((result) => callback(null, result), callback) : running;
  };
  return Object.assign(client, { query: query as pg.Client['query'] });
};
