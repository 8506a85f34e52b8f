-- compatible-from: 37
-- Any identity provider can claim to be an issuer, so what one connector says takes no identity away from another. The key
-- also finds the identities of a connector.
alter table user_sso_identities
  drop constraint user_sso_identities_identity,
  add constraint user_sso_identities_identity unique (tenant_id, sso_connector_id, issuer, identity_id);
drop index user_sso_identities_sso_connector;
