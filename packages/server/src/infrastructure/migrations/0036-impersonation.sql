-- compatible-from: 35
-- Subject tokens for support: who acts as the user, and why.

alter table subject_tokens add column creator_type varchar(16);
alter table subject_tokens add column reason varchar(256);
