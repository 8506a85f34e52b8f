-- compatible-from: 37
-- Requests of applications by day, counted by the audit log's batches: how often a redirect URI was used, and how often a
-- request failed for which reason. Anyone can send requests, so an application has few details per day and outcome; the
-- others are counted without. Without a reference to the application, since a late batch must not fail with its deletion.
create table daily_application_requests (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  date date not null,
  -- 'succeeded', or the reason of the failure.
  outcome varchar(64) not null,
  -- SHA-256 of the detail, which may be longer than an index allows; empty without one.
  detail_digest varchar(64) not null,
  -- The redirect URI, scope or API that the request named.
  detail text not null,
  count bigint not null,
  last_at timestamptz(3) not null,
  primary key (tenant_id, application_id, date, outcome, detail_digest)
) with (fillfactor = 70);
create index daily_application_requests_date on daily_application_requests (tenant_id, date);
select protect_tenant_table('daily_application_requests');

-- When each secret of an application was used last.
create table application_secret_uses (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  application_id varchar(23) not null,
  name varchar(256) not null,
  -- Nothing is known about the time before.
  recorded_since timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (tenant_id, application_id, name),
  foreign key (tenant_id, application_id, name) references application_secrets (tenant_id, application_id, name)
    on update cascade on delete cascade
) with (fillfactor = 70);
select protect_tenant_table('application_secret_uses');

-- Secrets from before are not reported as unused because no one looked.
do $$
declare
  tenant varchar(21);
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    insert into application_secret_uses (application_id, name) select application_id, name from application_secrets;
  end loop;
  perform set_config('tessera.tenant', '', true);
end
$$;
