-- compatible-from: 35
-- Templates of SMS, next to those of email. Servers of earlier releases see an SMS template as one of email in plain
-- text, until they are replaced.

alter table email_templates add column channel varchar(8) not null default 'Email' check (channel in ('Email', 'Sms'));
alter table email_templates add constraint email_templates_channel_language_type
  unique (tenant_id, channel, language_tag, template_type);
alter table email_templates drop constraint email_templates_language_type;
