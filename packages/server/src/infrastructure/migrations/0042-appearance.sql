-- compatible-from: 35
-- Appearance of the end-user pages: layout, background, panel, shapes, font and footer. Missing settings have defaults.

alter table sign_in_experiences add column appearance jsonb not null default '{}';
