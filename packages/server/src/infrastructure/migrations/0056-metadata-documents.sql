-- compatible-from: 37
-- The URL of the document that describes an application, which is its client ID. Null for all others.
alter table applications add column metadata_url varchar(1024);
create unique index applications_metadata_url on applications (tenant_id, metadata_url) where metadata_url is not null;
