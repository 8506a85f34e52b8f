// R20: the database and its backups contain no plaintext secrets. Presented values are hashed, readable ones encrypted,
// and no column that could hold a secret is forgotten.
import { hashedColumns, sealedColumns } from '@tessera/server/infrastructure/vault/sealed-columns';
import { unsealedCondition } from '@tessera/server/infrastructure/vault/sealed-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, machineCredentials, managementApi } from '../harness/api.ts';
import { auditLogWritten } from '../harness/audit-log.ts';
import { everythingSecret } from '../harness/everything-secret.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { openedSecret } from '../harness/stored-secrets.ts';

/** Columns whose name suggests a secret, and why they hold none. */
const harmless: Record<string, string> = {
  'application_user_consent_organization_resource_scopes.*': 'names of permissions',
  'captcha_providers.id': 'an id',
  'change_records.*': 'secrets are masked, see database/change.ts',
  'connectors.enable_token_storage': 'a switch',
  'custom_profile_fields.config': 'the form of a field',
  'daily_token_usage.usage': 'a number',
  'domains.dns_records': 'public DNS records',
  'job_queue.key': 'ids of webhooks, applications and imports',
  'jobs.*': 'bodies of webhooks, in which secrets are masked',
  'logs.*': 'secrets are masked, see audit/audit.ts',
  'oidc_model_instances.payload': 'secret parts are sealed, see oidc/stored-payload.ts',
  'organization_invitations.*': 'accepted by the signed-in owner of the address',
  'rate_limits.key': 'names of counters',
  'replay_marks.value': 'marks of what was used up',
  'resources.access_token_ttl': 'a number',
  'revoked_sso_tokens.token_id': 'the id of a setup link or SCIM token',
  'saml_application_configs.*': 'public keys and URLs',
  'scim_user_emails.email_key': 'an email address in lower case',
  'secrets.metadata': 'scope and expiry',
  'secrets.token_set': 'sealed before it reaches the database, see secrets/token-sets.ts',
  'secrets.encrypted_dek': 'emptied at start, see vault/seal-token-sets.ts',
  'secrets.ciphertext': 'emptied at start, see vault/seal-token-sets.ts',
  'sentinel_activities.payload': 'names of attempts',
  'sign_in_experiences.password_policy': 'a policy',
  'sign_in_experiences.forgot_password_methods': 'names of methods',
  'skus.*': 'prices',
  'sso_connectors.enable_token_storage': 'a switch',
  'sso_connector_domains.token': 'published in DNS',
  'sso_connector_idp_initiated_auth_configs.auth_parameters': 'public parameters',
  'system_settings.*': 'nothing writes secrets there',
  'tenant_configs.key': 'the name of a setting',
  'user_assets.key': 'the name of a file',
  'user_bulk_action_users.code': 'a code of an error',
  'user_import_problems.code': 'a code of an error',
  'users.password_encrypted': 'an Argon2id hash',
  'users.password_encryption_method': 'the name of a method',
  'vault_keys.key': 'wrapped by SECRET_VAULT_KEK',
  'vault_keys.sealed_columns': 'names of columns',
};
const suspicious =
  /secret|token|password|passcode|private|signing|credential|verification|cipher|dek$|key$|^code$|jti|config|value|payload/;

const forms = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  // The last characters depend on what follows.
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/.{0,2}=*$/, '')];
};

describe('R20 secrets at rest', () => {
  let server: TestServer;
  let api: ManagementApi;
  let secrets: Record<string, string>;
  let rows: { table: string; row: string }[];

  const tables = () =>
    server.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition order by 1`,
    );

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const keys = await server.query<{ value: unknown }>(
      `select value from tenant_configs where tenant_id = 'default' and key like 'oidc.%' order by key`,
    );
    const opened = await Promise.all(
      keys.map(({ value }) => openedSecret<{ value: string }[]>(server, 'tenant_configs.value', value)),
    );
    const [cookieKey = '', signingKey = ''] = opened.map(([key]) => key?.value ?? '');
    secrets = {
      ...(await everythingSecret(server, api)),
      cookieKey,
      signingKey: signingKey.split('\n')[1] ?? '',
      machine: (await machineCredentials(server)).clientSecret,
    };
    await auditLogWritten(server);
    rows = [];
    for (const { name } of await tables()) {
      const found = await server.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      rows.push(...found.map(({ row }) => ({ table: name, row })));
    }
  });

  it('R20 no secret created through the APIs is in any column of any table', () => {
    expect(Object.entries(secrets).filter(([, value]) => value.length < 6)).toEqual([]);
    expect(Object.keys(secrets).length).toBeGreaterThan(20);
    expect(rows.length).toBeGreaterThan(200);
    const { sentCode = '', ...long } = secrets;
    const leaks = Object.entries(long).flatMap(([name, value]) =>
      rows
        .filter(({ row }) => forms(value).some((form) => row.includes(form)))
        .map(({ table }) => `${name} in ${table}`),
    );
    // Six digits occur in longer numbers by chance.
    const coded = new RegExp(`(?<![\\dA-Za-z_-])${sentCode}(?![\\dA-Za-z_-])`);
    leaks.push(...rows.filter(({ row }) => coded.test(row)).map(({ table }) => `sentCode in ${table}`));
    expect([...new Set(leaks)]).toEqual([]);
  });

  it('R20 sealed values remain readable for those with access', async () => {
    const [connector] = (await api.call('GET', '/connectors')).json() as { config: { auth: { pass: string } } }[];
    expect(connector?.config.auth.pass).toBe(secrets.smtp);
    const hooks = (await api.call('GET', '/hooks')).json() as { config: { headers: Record<string, string> } }[];
    expect(hooks.map(({ config }) => config.headers.authorization)).toEqual([secrets.header]);
    const script = (await api.call('GET', '/configs/jwt-customizer/client-credentials')).json() as {
      environmentVariables: { KEY: string };
    };
    expect(script.environmentVariables.KEY).toBe(secrets.variable);
  });

  it('R20 a sealed value moved elsewhere cannot be opened', async () => {
    const own = `hooks where tenant_id = 'default'`;
    const [hook] = await server.query<{ id: string; signing_key: string }>(`select id, signing_key from ${own}`);
    const [secret] = await server.query<{ value: string }>(
      `select value from application_secrets where tenant_id = 'default' limit 1`,
    );
    await server.query('update hooks set signing_key = $1 where id = $2', [secret?.value, hook?.id]);
    const moved = await api.call('GET', `/hooks/${hook?.id}`);
    await server.query('update hooks set signing_key = $1 where id = $2', [hook?.signing_key, hook?.id]);
    expect(moved.status).toBe(500);
    expect(moved.body).not.toContain(secrets.clientSecret);
    expect((await api.call('GET', `/hooks/${hook?.id}`)).json()).toMatchObject({ signingKey: expect.any(String) });
  });

  it('R20 every stored value of these columns is sealed, or the digest of a random value', async () => {
    for (const column of sealedColumns) {
      const plain = `select count(*) from ${column.table} where ${unsealedCondition(column)}`;
      expect(await server.query(plain), `${column.table}.${column.column}`).toEqual([{ count: '0' }]);
    }
    const filled: string[] = [];
    for (const name of hashedColumns) {
      const [table = '', column = ''] = name.split('.');
      // The ID of a grant authenticates nothing.
      const own = table === 'oidc_model_instances' ? `and model_name <> 'Grant'` : '';
      const values = await server.query<{ value: string }>(
        `select ${column} as value from ${table} where ${column} is not null ${own}`,
      );
      expect(
        values.filter(({ value }) => !/^[0-9a-f]{64}$/.test(value)),
        name,
      ).toEqual([]);
      if (values.length > 0) filled.push(name);
    }
    expect(filled).toEqual(
      expect.arrayContaining([
        ...['oidc_model_instances.id', 'oidc_model_instances.user_code', 'one_time_tokens.token'],
        ...['personal_access_tokens.value', 'scim_tokens.value', 'sso_setup_links.value', 'subject_tokens.id'],
      ]),
    );
  });

  it('R20 every column that could hold a secret is sealed, hashed or explained', async () => {
    const columns = await server.query<{ name: string; table: string; column: string }>(
      `select c.relname || '.' || a.attname as name, c.relname as table, a.attname as column from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'bytea'::regtype)
         and a.attgenerated = '' order by 1`,
    );
    const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    const known = new Set([...sealed, ...hashedColumns]);
    const isKnown = ({ name, table }: { name: string; table: string }) =>
      known.has(name) || name in harmless || `${table}.*` in harmless;
    const unexplained = columns.filter((one) => suspicious.test(one.column) && !isKnown(one)).map(({ name }) => name);
    expect(unexplained).toEqual([]);
    const names = new Set(columns.map(({ name }) => name));
    expect([...known].filter((name) => !names.has(name))).toEqual([]);
  });
});
