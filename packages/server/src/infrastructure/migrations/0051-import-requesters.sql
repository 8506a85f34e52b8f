-- compatible-from: 37
-- An import ends with the access of its requester. Earlier releases do not store their permissions, so it has these.
alter table user_imports
  add column actor_scopes jsonb not null default '["all", "read:data", "write:data", "delete:data"]';
