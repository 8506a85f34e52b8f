// R20: the data key. It is wrapped by the operator's key, can be rotated, is never replaced silently, and a database of
// an earlier version is converted at the first start.
import { createCipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumns } from '@tessera/server/infrastructure/vault/sealed-columns';
import { unsealedCondition } from '@tessera/server/infrastructure/vault/sealed-values';
import { describe, expect, it } from 'vitest';
import { managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { failedStart, startProcess, vaultKey } from '../harness/process.ts';
import { bound, identified, setMfa, steps, totp } from '../harness/second-factors.ts';
import { asSuperuser, newDatabase, startServer, type TestServer } from '../harness/server.ts';
import { authorizeAgain, refresh } from '../harness/session.ts';
import { demoApp, obtainTokens, password, tokenRequest } from '../harness/sign-in.ts';
import { digestOf, openColumn, vaultOf } from '../harness/stored-secrets.ts';
import { newUser } from '../harness/users.ts';

const newKey = () => randomBytes(32).toString('base64');
const rowsOf = <Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> =>
  asSuperuser(url, async (client) => (await client.query(sql, values)).rows as Row[]);
const dataKeyOf = async (url: string) =>
  (await rowsOf<{ key: Buffer; is_wrapped: boolean }>(url, 'select key, is_wrapped from vault_keys'))[0];
const start = async (url: string, kek: string) => {
  const server = await startServer({ databaseUrl: url, env: { SECRET_VAULT_KEK: kek } });
  const { status } = await fetch(`${server.origin}/oidc/jwks`);
  const output = server.output();
  await server.stop();
  return { status, output };
};

describe('R20 the data key', () => {
  it('R20 is stored unwrapped without an operator key, which is logged, and wrapped once one is set', async () => {
    const url = await newDatabase('empty');
    const open = await start(url, '');
    expect(open.status).toBe(200);
    expect(open.output.match(/SECRET_VAULT_KEK is not set: .*openssl rand -base64 32/g)).toHaveLength(1);
    const bare = await dataKeyOf(url);
    expect([bare?.is_wrapped, bare?.key.length]).toEqual([false, 32]);
    const wrapped = await start(url, vaultKey);
    expect([wrapped.status, wrapped.output.includes('SECRET_VAULT_KEK')]).toEqual([200, false]);
    const after = await dataKeyOf(url);
    expect(after?.is_wrapped).toBe(true);
    expect(after?.key.includes(bare?.key ?? '')).toBe(false);
  });

  it('R20 is rewrapped by putting the new operator key first, and rejects any other', async () => {
    const url = await newDatabase();
    const next = newKey();
    const configs = `select tenant_id, key, md5(value::text) from tenant_configs order by 1, 2`;
    const before = await rowsOf(url, configs);
    expect((await start(url, `${next}, ${vaultKey}`)).status).toBe(200);
    // Nothing else is re-encrypted.
    expect(await rowsOf(url, configs)).toEqual(before);
    expect((await start(url, next)).status).toBe(200);
    const stored = await dataKeyOf(url);
    for (const [kek, line] of [
      [vaultKey, 'SECRET_VAULT_KEK does not fit the secrets in the database: set the key they were sealed with.'],
      [
        '',
        'SECRET_VAULT_KEK is not set, and without it the secrets in the database cannot be read: bring back the key they were sealed with.',
      ],
    ] as const) {
      const env = { DATABASE_URL: url, SECRET_VAULT_KEK: kek };
      expect(await failedStart(env)).toEqual({ code: 1, output: `Tessera cannot start: ${line}\n` });
    }
    expect(await dataKeyOf(url)).toEqual(stored);
  });

  it('R20 is not recreated when it is missing', async () => {
    const url = await newDatabase();
    await rowsOf(url, 'delete from vault_keys');
    const { code, output } = await failedStart({ DATABASE_URL: url });
    const line = 'The data key is missing from the table vault_keys: restore the table from a backup.';
    expect([code, output]).toEqual([1, `Tessera cannot start: ${line}\n`]);
    expect(await rowsOf(url, 'select from vault_keys')).toEqual([]);
  });

  it('R20 is created once by nodes that start concurrently', async () => {
    const url = await newDatabase('empty');
    const nodes = await Promise.all([1, 2].map(() => startServer({ databaseUrl: url })));
    expect(await rowsOf(url, 'select from vault_keys')).toHaveLength(1);
    const answers = await Promise.all(
      nodes.map(async (node) => (await (await managementApi(node)).call('GET', '/applications')).status),
    );
    expect(answers).toEqual([200, 200]);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it('R20 of an embedded database is wrapped by a key in a file readable only by its owner', async () => {
    const folder = mkdtempSync('/tmp/tessera-vault-');
    const file = join(folder, 'data/secret-vault.key');
    const run = async (kek: string) => {
      const server = await startProcess({ DATA_DIR: join(folder, 'data'), SECRET_VAULT_KEK: kek });
      const said = server.output();
      await server.stop();
      return said;
    };
    try {
      expect(await run('')).not.toContain('SECRET_VAULT_KEK');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const key = readFileSync(file, 'utf8');
      // The operator's own key takes over, and the file is no longer needed.
      await run(vaultKey);
      rmSync(file);
      await run(vaultKey);
      const { output } = await failedStart({ DATA_DIR: join(folder, 'data'), SECRET_VAULT_KEK: '' });
      expect(output).toContain(`Tessera cannot start: ${file} is missing`);
      expect([existsSync(file), key.trim()]).toEqual([false, expect.stringMatching(/^[\w+/]{43}=$/)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** A token set as sealed by 1.32.0: with its own key, wrapped by the operator's. */
const oldTokenSet = (text: string, tenantId: string) => {
  const encrypt = (key: Buffer, plain: Buffer) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(tenantId));
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { iv, ciphertext, authTag: cipher.getAuthTag() };
  };
  const dek = randomBytes(32);
  const wrapped = encrypt(Buffer.from(vaultKey, 'base64'), dek);
  const { iv, ciphertext, authTag } = encrypt(dek, Buffer.from(text));
  return [Buffer.concat([wrapped.iv, wrapped.authTag, wrapped.ciphertext]), iv, authTag, ciphertext];
};

/** Reverts a database to 1.32.0. `presented` are the values hashed since. */
const asBefore = async (server: TestServer, presented: Record<string, string[]>) => {
  const vault = await vaultOf(server);
  for (const { table, column, kind } of sealedColumns.filter(({ table }) => table !== 'user_import_chunks')) {
    const rows = await server.query<{ row: string; tenant_id: string; value: unknown }>(
      `select ctid::text as row, tenant_id, ${column} as value from ${table}`,
    );
    for (const { row, tenant_id, value } of rows) {
      const opened = openColumn(vault, tenant_id, `${table}.${column}`, value);
      await server.query(`update ${table} set ${column} = $2 where ctid = $1::tid`, [
        row,
        kind === 'json' ? JSON.stringify(opened) : opened,
      ]);
    }
  }
  for (const [column, values] of Object.entries(presented)) {
    const [table, name] = column.split('.');
    for (const value of values) {
      await server.query(`update ${table} set ${name} = $2 where ${name} = $1`, [digestOf(value), value]);
      if (table !== 'oidc_model_instances') continue;
      await server.query(`update ${table} set payload = payload || jsonb_build_object('jti', id) where id = $1`, [
        value,
      ]);
    }
  }
  await server.query(`drop table vault_keys;
    alter table secrets drop constraint secrets_sealed, drop column token_set;
    delete from oidc_model_instances where model_name = 'Interaction';
    delete from schema_migrations where name like '%-secrets-at-rest.sql'`);
};

describe('R20 a database of an earlier version', () => {
  it('R20 is sealed at the first start, and everything keeps working', async () => {
    const databaseUrl = await newDatabase();
    const old = await startServer({ databaseUrl });
    const api = await managementApi(old);
    const base = old.origin;
    await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt' });
    const application = await newApplication(api, { type: 'MachineToMachine' });
    const { visitor, tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    const { id: userId } = await newUser(api, { username: 'grace', password });
    const pat = (await api.call('POST', `/users/${userId}/personal-access-tokens`, { name: 'ci' })).json() as {
      value: string;
    };
    const interaction = await identified(old, { username: 'grace' });
    const secret = await bound.Totp(interaction);
    expect(outcome(await steps(interaction).submit())).toEqual([200]);
    const hook = await api.call('POST', '/hooks', {
      ...{ name: 'Shop', events: ['User.Created'], config: { url: 'https://shop.example.com' } },
    });
    const session = visitor.cookies().find(({ name }) => name === '_session')?.value ?? '';
    await old.stop();
    await asBefore(old, {
      'oidc_model_instances.id': [session, tokens.refresh_token ?? '', tokens.access_token],
      'personal_access_tokens.value': [pat.value],
    });
    await old.query(`insert into connectors (tenant_id, id, connector_id, type, target, platform)
      values ('default', 'peer', 'google-universal', 'Social', 'peer', 'Web')`);
    await old.query(`update users set identities = '{"peer": {"userId": "known"}}' where id = $1`, [userId]);
    await old.query(
      `insert into secrets (tenant_id, id, user_id, target, connector_id, identity_id,
         encrypted_dek, iv, auth_tag, ciphertext) values ('default', 'kept', $1, 'peer', 'peer', 'known', $2, $3, $4, $5)`,
      [userId, ...oldTokenSet('{"accessToken":"theirs"}', 'default')],
    );
    const [plain] = await old.query<{ value: string }>(
      `select value from application_secrets where application_id = '${application.id}'`,
    );
    expect(plain?.value).toBe(application.clientSecret);

    const server = await startServer({ databaseUrl, env: { PORT: String(old.port) } });
    try {
      const machine = await tokenRequest(base, application, {
        ...{ grant_type: 'client_credentials', resource: managementResource('default') },
      });
      expect([machine.status, machine.body.error]).toEqual([200, undefined]);
      const again = { base, client: demoApp(base), visitor, prompt: 'none', scope: 'openid' };
      expect((await authorizeAgain(again)).response.has('code')).toBe(true);
      expect((await refresh(base, demoApp(base), tokens.refresh_token)).status).toBe(200);
      const returned = await identified(server, { username: 'grace' });
      expect(outcome(await steps(returned).totp(totp(secret, 1)))).toEqual([200]);
      expect((await api.call('GET', '/hooks')).json()).toEqual([hook.json()]);
      const [{ digest } = { digest: '' }] = await server.query<{ digest: string }>(
        'select value as digest from personal_access_tokens',
      );
      expect(digest).toBe(digestOf(pat.value));
      const [kept] = await server.query<{ token_set: string; ciphertext: unknown }>(
        'select token_set, ciphertext from secrets',
      );
      const owner = { tenantId: 'default', column: 'secrets.token_set' };
      expect((await vaultOf(server)).open(owner, kept?.token_set ?? '')).toBe('{"accessToken":"theirs"}');
      expect(kept?.ciphertext).toBe(null);
      const left = await Promise.all(
        sealedColumns.map((column) => server.query(`select from ${column.table} where ${unsealedCondition(column)}`)),
      );
      expect(left.flat()).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
