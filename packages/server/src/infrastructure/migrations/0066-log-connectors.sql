-- compatible-from: 37
-- The connector of an event, so that its failures are found among millions of others. It is not a generated column, which
-- would rewrite the table: entries from before have none.
alter table logs add column connector_id text;
create index logs_connector on logs (tenant_id, connector_id, created_at desc, id desc)
  where connector_id is not null and hook_id is null;
