-- compatible-from: 37
-- When the stored document of an application was read, and when it last changed the application.
alter table applications add column metadata_read_at timestamptz(3), add column metadata_changed_at timestamptz(3);
