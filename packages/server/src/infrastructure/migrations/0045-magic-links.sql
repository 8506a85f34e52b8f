-- compatible-from: 35
-- Whether emails with a code to sign in or sign up also contain a link.

alter table sign_in_experiences add column magic_link_enabled boolean not null default false;
