-- compatible-from: 30
-- The types of a user's factors. The factors themselves are encrypted, so no query can read their types.
alter table users add column mfa_factors jsonb not null default '[]';
update users set mfa_factors = (
  select jsonb_agg(distinct factor -> 'type') from jsonb_array_elements(mfa_verifications) as factor
) where jsonb_typeof(mfa_verifications) = 'array' and mfa_verifications <> '[]';

-- Filters of the list of users. Each index has the order of the list, so that a page is read and not sorted.
create index users_suspended on users (tenant_id, created_at desc, id) where is_suspended;
create index users_without_password on users (tenant_id, created_at desc, id)
  where password_encrypted is null;
create index users_with_mfa on users (tenant_id, created_at desc, id)
  where mfa_factors <> '[]';
create index users_without_mfa on users (tenant_id, created_at desc, id)
  where mfa_factors = '[]';
create index users_with_totp on users (tenant_id, created_at desc, id)
  where mfa_factors @> '["Totp"]';
create index users_with_passkey on users (tenant_id, created_at desc, id)
  where mfa_factors @> '["WebAuthn"]';
create index users_application on users (tenant_id, application_id, created_at desc, id)
  where application_id is not null;
