-- compatible-from: 34
-- Links by email with which users set a new password.

-- A one-time token with a user sets a new password; without one, it signs in.
alter table one_time_tokens add column user_id varchar(21);
alter table one_time_tokens add constraint one_time_tokens_user
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade;
create index one_time_tokens_user on one_time_tokens (tenant_id, user_id) where user_id is not null;

alter table email_templates drop constraint email_templates_template_type_check;
alter table email_templates add constraint email_templates_template_type_check check (template_type in ('SignIn',
  'Register', 'ForgotPassword', 'OrganizationInvitation', 'Generic', 'UserPermissionValidation', 'BindNewIdentifier',
  'MfaVerification', 'BindMfa', 'PasswordReset', 'UserInvitation'));
