-- compatible-from: 31
-- Filters of the audit log by result, IP address, session and sign-in attempt; the IP address of changes; and the
-- previous signing key of webhooks.

-- Columns rather than expressions in the indexes: with row-level security, only leakproof conditions use an index.
alter table logs
  add column result text generated always as (payload ->> 'result') stored,
  add column ip text generated always as (payload ->> 'ip') stored,
  add column session_id text generated always as (payload ->> 'sessionId') stored,
  add column interaction_id text generated always as (payload ->> 'interactionId') stored;

-- Each index has the order of the list. Failures are few, so their indexes cost little.
create index logs_failed on logs (tenant_id, created_at desc, id desc) where result = 'Error' and hook_id is null;
create index logs_failed_key on logs (tenant_id, key, created_at desc, id desc)
  where result = 'Error' and hook_id is null;
create index logs_failed_application on logs (tenant_id, application_id, created_at desc, id desc)
  where application_id is not null and result = 'Error' and hook_id is null;
create index logs_ip on logs (tenant_id, ip, created_at desc, id desc) where ip is not null and hook_id is null;
create index logs_session on logs (tenant_id, session_id, created_at desc, id desc)
  where session_id is not null and hook_id is null;
create index logs_interaction on logs (tenant_id, interaction_id, created_at desc, id desc)
  where interaction_id is not null and hook_id is null;

alter table change_records add column ip varchar(64);
create index change_records_ip on change_records (tenant_id, ip, created_at desc, id desc) where ip is not null;

-- Both keys sign until the previous one expires.
alter table hooks add column previous_signing_key text, add column previous_key_expires_at timestamptz(3);
