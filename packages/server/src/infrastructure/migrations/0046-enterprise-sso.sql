-- compatible-from: 37
-- Email domains of enterprise SSO connectors, found by one lookup in an index, and whether DNS proves that the tenant may
-- sign in their users. The list of a connector stays the source: a trigger keeps these rows. Connectors with the same
-- domain share its token and its proof.
create table sso_connector_domains (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  sso_connector_id varchar(128) not null,
  domain varchar(253) not null,
  -- Part of the DNS record.
  token varchar(64) not null,
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  problem varchar(128),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, domain, sso_connector_id),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index sso_connector_domains_connector on sso_connector_domains (tenant_id, sso_connector_id);
select protect_tenant_table('sso_connector_domains');

create function follow_sso_connector_domains() returns trigger language plpgsql as $$
begin
  delete from sso_connector_domains
    where tenant_id = new.tenant_id and sso_connector_id = new.id
      and not new.domains @> to_jsonb(array[domain::text]);
  insert into sso_connector_domains (tenant_id, sso_connector_id, domain, token, verified_at, checked_at)
    select new.tenant_id, new.id, one.domain,
      coalesce(same.token, replace(gen_random_uuid()::text, '-', '')), same.verified_at, same.checked_at
    from (select distinct lower(value) as domain from jsonb_array_elements_text(new.domains)) as one
    left join lateral (
      select token, verified_at, checked_at from sso_connector_domains as other
      where other.tenant_id = new.tenant_id and other.domain = one.domain
      order by verified_at nulls last limit 1
    ) as same on true
    on conflict do nothing;
  return null;
end
$$;
create trigger follow_domains after insert or update of domains on sso_connectors
  for each row execute function follow_sso_connector_domains();

-- What identity providers publish: discovery documents and keys, or SAML metadata. A copy that can't be fetched again
-- stays in use.
create table sso_connector_documents (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  sso_connector_id varchar(128) not null,
  -- Where the document is from; another source makes it useless.
  source varchar(2048) not null,
  document jsonb,
  fetched_at timestamptz(3),
  failed_at timestamptz(3),
  failure varchar(256),
  certificate_expires_at timestamptz(3),
  refresh_at timestamptz(3) not null default now(),
  primary key (tenant_id, sso_connector_id),
  foreign key (tenant_id, sso_connector_id) references sso_connectors (tenant_id, id) on delete cascade
);
create index sso_connector_documents_due on sso_connector_documents (tenant_id, refresh_at);
select protect_tenant_table('sso_connector_documents');

do $$
declare
  tenant varchar;
begin
  for tenant in select id from tenants loop
    perform set_config('tessera.tenant', tenant, true);
    update sso_connectors set domains = domains;
  end loop;
  perform set_config('tessera.tenant', '', true);
end
$$;
