-- compatible-from: 37
-- The audience of issued tokens in the audit log, so that those for one API are found among millions of others. It is
-- not a generated column, which would rewrite the table: entries from before have none.
alter table logs add column audience text;
create index logs_audience on logs (tenant_id, audience, created_at desc, id desc)
  where audience is not null and hook_id is null;
