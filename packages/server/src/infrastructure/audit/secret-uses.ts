// When the secrets of applications were used last.
type Use = { applicationId: string; name: string; at: Date };
/** By application and name. */
export type SecretUses = Map<string, Use>;

export const noteSecretUse = (uses: SecretUses, use: Use) => {
  const key = `${use.applicationId}/${use.name}`;
  const before = uses.get(key);
  if (!before || before.at < use.at) uses.set(key, use);
};

export const addSecretUses = (uses: SecretUses, added: SecretUses) => {
  for (const use of added.values()) noteSecretUse(uses, use);
};

export const secretUseRows = (uses: SecretUses) =>
  [...uses.values()].map(({ applicationId, name, at }) => ({ application_id: applicationId, name, used_at: at }));

/**
 * Parts of the statement that writes a batch; `rows` is the parameter with the rows. A secret that is deleted at the same
 * time is locked or gone. One in constant use is written once a minute.
 */
export const secretUseParts = (rows: string) => `secrets_used as (
      select secret.application_id, secret.name, secret.created_at, used.used_at
      from jsonb_to_recordset(${rows}::jsonb) as used (application_id text, name text, used_at timestamptz)
      join application_secrets as secret on secret.application_id = used.application_id and secret.name = used.name
      order by secret.application_id, secret.name
      for key share of secret
    ), secret_uses as (
      insert into application_secret_uses as uses (application_id, name, recorded_since, last_used_at)
      select application_id, name, created_at, used_at from secrets_used order by application_id, name
      on conflict (tenant_id, application_id, name) do update set last_used_at = excluded.last_used_at
        where uses.last_used_at is null or uses.last_used_at < excluded.last_used_at - interval '1 minute'
    )`;
