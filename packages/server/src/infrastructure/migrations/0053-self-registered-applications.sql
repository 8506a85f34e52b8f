-- compatible-from: 37
-- Applications that register themselves: they are of a third party, and programs among them keep no secret.
alter table applications
  add column is_self_registered boolean not null default false,
  drop constraint applications_third_party_type,
  add constraint applications_third_party_type check (
    not is_third_party or type in ('Traditional', 'SAML') or (is_self_registered and type in ('Native', 'SPA'))
  ) not valid;
alter table applications validate constraint applications_third_party_type;
create index applications_self_registered on applications (tenant_id, created_at) where is_self_registered;
