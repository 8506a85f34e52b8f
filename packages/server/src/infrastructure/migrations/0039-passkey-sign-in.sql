-- compatible-from: 35
-- Sign-in with a passkey alone.

alter table sign_in_experiences add column passkey_sign_in jsonb not null
  default '{"enabled": false, "showPasskeyButton": true, "allowAutofill": true, "offerAfterSignIn": true}';

-- The pending passkey challenges of an interaction, one for each purpose. Outside of the interaction's state, so that a
-- step that saves the state late cannot bring back an answered one, and so that a new start keeps the one the browser
-- already offers in the identifier field. Both the challenge and the ID of the interaction are hashes.
create table passkey_challenges (
  tenant_id varchar(21) not null references tenants (id) on delete cascade,
  interaction_id varchar(128) not null,
  purpose varchar(16) not null check (purpose in ('registration', 'authentication', 'sign-in')),
  challenge varchar(64) not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, interaction_id, purpose)
);
create index passkey_challenges_expiry on passkey_challenges (tenant_id, expires_at);
select protect_tenant_table('passkey_challenges');
