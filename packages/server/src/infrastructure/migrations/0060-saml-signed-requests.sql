-- compatible-from: 37
-- Service providers that publish a key, but do not sign every request.
alter table saml_application_configs add column wants_signed_requests boolean not null default true;
