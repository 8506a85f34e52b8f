-- Custom domains, and what the cloud edition adds: products, subscriptions, invoices, checkout.

create table domains (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(21) not null,
  domain varchar(256) not null check (length(domain) >= 1 and domain = lower(domain)),
  status varchar(32) not null default 'PendingVerification'
    check (status in ('PendingVerification', 'PendingSsl', 'Active', 'Error')),
  error_message varchar(1024),
  dns_records jsonb not null default '[]',
  cloudflare_data jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  constraint domains_domain unique (tenant_id, domain)
);
create index domains_newest on domains (tenant_id, created_at desc, id);
select protect_tenant_table('domains');
create trigger touch_updated_at before update on domains for each row execute function touch_updated_at();

create function claim_domain_host() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from tenant_hosts where tenant_id = old.tenant_id and kind = 'domain' and owner_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into tenant_hosts (host, tenant_id, kind, owner_id, is_active)
    values (new.domain, new.tenant_id, 'domain', new.id, new.status = 'Active');
  end if;
  return null;
end
$$;
create trigger claim_host after insert or update of domain, status or delete on domains
  for each row execute function claim_domain_host();

-- Global: the price list. Rows with an owner are offered to that tenant only.
create table skus (
  id varchar(64) primary key,
  owner_tenant_id varchar(21) references tenants (id) on delete cascade,
  name varchar(128),
  type varchar(16) not null check (type in ('Basic', 'AddOn')),
  unit_price integer check (unit_price >= 0),
  product_id varchar(128),
  default_price_id varchar(128),
  is_default boolean not null default false,
  is_public boolean not null default true,
  quota jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index skus_owner on skus (owner_tenant_id) where owner_tenant_id is not null;
create trigger touch_updated_at before update on skus for each row execute function touch_updated_at();

-- At most one for each tenant. The plan itself is tenants.plan_id, which is read without a tenant at hand.
create table subscriptions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(128) not null,
  customer_id varchar(128),
  status varchar(32) not null default 'active' check (status in
    ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  is_enterprise_plan boolean not null default false,
  -- Add-on sku id → number of units.
  add_ons jsonb not null default '{}',
  -- Limits that replace those of the plan, by quota key.
  quota_overrides jsonb not null default '{}',
  upcoming_invoice jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id),
  constraint subscriptions_id unique (tenant_id, id)
);
select protect_tenant_table('subscriptions');
create trigger touch_updated_at before update on subscriptions for each row execute function touch_updated_at();

create table invoices (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(128) not null,
  status varchar(16) check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  customer_id varchar(128),
  subscription_id varchar(128),
  basic_sku_id varchar(64),
  billing_reason varchar(64),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  amount_due integer not null default 0,
  amount_paid integer not null default 0,
  hosted_invoice_url text,
  invoice_pdf text,
  lines jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index invoices_newest on invoices (tenant_id, created_at desc, id);
create index invoices_open on invoices (tenant_id) where status = 'open';
select protect_tenant_table('invoices');
create trigger touch_updated_at before update on invoices for each row execute function touch_updated_at();

-- Rows of the admin tenant, whose users buy. The tenant bought for is null until the payment has made it.
create table checkout_sessions (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  id varchar(128) not null,
  user_id varchar(21) not null,
  for_tenant_id varchar(21) references tenants (id) on delete set null,
  sku_id varchar(64),
  plan_id varchar(64),
  status varchar(16) not null default 'open' check (status in ('open', 'complete', 'expired')),
  success_callback_url text not null,
  cancel_callback_url text,
  new_tenant_name varchar(128),
  new_tenant_tag varchar(16) check (new_tenant_tag in ('development', 'production')),
  new_tenant_region_name varchar(64),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index checkout_sessions_user on checkout_sessions (tenant_id, user_id, created_at desc);
create index checkout_sessions_for_tenant on checkout_sessions (tenant_id, for_tenant_id);
select protect_tenant_table('checkout_sessions');
create trigger touch_updated_at before update on checkout_sessions for each row execute function touch_updated_at();

-- Messages sent through the service of the installation, counted for the tenant's allowance.
create table daily_message_usage (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  date date not null,
  channel varchar(8) not null check (channel in ('Email', 'Sms')),
  usage bigint not null default 0,
  primary key (tenant_id, date, channel)
);
select protect_tenant_table('daily_message_usage');
