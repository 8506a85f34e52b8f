-- compatible-from: 36
-- Whether users can delete their account and export their data.
alter table account_centers add column allows_deletion boolean not null default false;
alter table account_centers add column allows_export boolean not null default false;
