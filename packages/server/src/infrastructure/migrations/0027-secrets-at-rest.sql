-- What a caller presents (sessions, codes, tokens) is stored as its SHA-256; what must be read back is sealed. Rows that exist are converted, so sessions
-- and refresh tokens outlive the upgrade. Row-level security binds the owner too, hence tenant by tenant.

create function digest_of(value text) returns text language sql immutable strict as $$
  select encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;

alter table subject_tokens alter column id type varchar(64);

do $$
declare
  tenant text;
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    update oidc_model_instances set
      id = digest_of(id),
      user_code = digest_of(user_code),
      payload = case
        when model_name = 'Interaction' and payload ? 'returnTo'
          then jsonb_set(payload #- '{session,cookie}', '{returnTo}',
            to_jsonb(replace(payload ->> 'returnTo', id, '{id}')))
        else payload
      end - 'jti' - 'successor'
    where model_name <> 'Grant';
    update passcodes set interaction_jti = digest_of(interaction_jti) where interaction_jti is not null;
    update personal_access_tokens set value = digest_of(value);
    update one_time_tokens set token = digest_of(token);
    update subject_tokens set id = digest_of(id);
  end loop;
end
$$;

drop function digest_of(text);

-- Global: the key that seals secrets which must be read back, wrapped by the operator's key, and the columns whose
-- values from before have been sealed. One row. Requests never read it.
create table vault_keys (
  id boolean primary key default true check (id),
  key bytea not null,
  is_wrapped boolean not null,
  sealed_columns text[] not null default '{}'
);

-- A sealed value is longer.
alter table application_secrets alter column value type text;
alter table hooks alter column signing_key type text;
alter table passcodes alter column code type text;

-- Token sets of third parties are sealed like everything else; the start brings over those from before.
alter table secrets add column token_set text;
alter table secrets
  alter column encrypted_dek drop not null,
  alter column iv drop not null,
  alter column auth_tag drop not null,
  alter column ciphertext drop not null,
  add constraint secrets_sealed check (num_nulls(token_set, ciphertext) = 1);
