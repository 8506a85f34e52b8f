-- A verified password of a console user counts for the session that verified it. Rows from before belong to none.
alter table verification_statuses add column session_uid varchar(128) not null default '';
alter table verification_statuses drop constraint verification_statuses_identifier;
alter table verification_statuses add constraint verification_statuses_session
  unique nulls not distinct (tenant_id, user_id, session_uid, verified_identifier);
