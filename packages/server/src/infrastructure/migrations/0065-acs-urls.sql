-- compatible-from: 37
-- Service providers with several assertion consumer services, of which a request names one.
alter table saml_application_configs add column other_acs_urls jsonb not null default '[]';
alter table saml_application_sessions add column acs_url varchar(2048);
