-- compatible-from: 33
-- Sign-ins of a day by method and application, counted when they are logged, so that no page counts log entries. The
-- empty method counts finished sign-ins; the others count verifications.
create table daily_sign_ins (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  date date not null,
  method varchar(64) not null,
  application_id varchar(21) not null,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  primary key (tenant_id, date, method, application_id)
) with (fillfactor = 70);
select protect_tenant_table('daily_sign_ins');

-- Changes of one organization with its members, roles, domains and invitations, newest first. A column, since with
-- row-level security only leakproof conditions use an index.
alter table change_records add column organization_id text generated always as (
  case when entity like 'organization%'
    then coalesce(after ->> 'organizationId', before ->> 'organizationId', entity_id) end
) stored;
create index change_records_organization on change_records (tenant_id, organization_id, created_at desc, id desc)
  where organization_id is not null;
