-- The address that was proved, not a flag: another address is unproved without anybody resetting anything.
alter table users
  add column verified_email varchar(128),
  add column verified_phone varchar(128);
-- Until now every stored address counted as verified, and applications were told so. Written by a rewrite of the column:
-- an update would pass by row-level security and change when users were last changed.
alter table users
  alter column verified_email type varchar(128) using primary_email,
  alter column verified_phone type varchar(128) using primary_phone;
alter table users
  add column primary_email_verified boolean not null
    generated always as (coalesce(lower(verified_email) = lower(primary_email), false)) stored,
  add column primary_phone_verified boolean not null
    generated always as (coalesce(phone_key(verified_phone) = phone_key(primary_phone), false)) stored;
