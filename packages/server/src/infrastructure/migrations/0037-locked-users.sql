-- compatible-from: 36
-- Lockouts of existing users, so that they can be listed. The other targets are known by their hash only.
-- No foreign key: a user may be deleted while an attempt is settled.

alter table sentinel_activities add column user_id varchar(21);
create index sentinel_activities_user on sentinel_activities (tenant_id, user_id, decision_expires_at)
  where user_id is not null;
