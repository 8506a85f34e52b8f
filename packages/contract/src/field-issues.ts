// Rules of single fields beyond type and length. Each has a name, which the error reports.
import * as z from 'zod/mini';

export const brokenRules = [
  'certificate',
  'custom_data_size',
  'day',
  'distinct',
  'email',
  'email_domain',
  'environment_variable',
  'described_elsewhere',
  'grant_type',
  'header_count',
  'header_name',
  'header_value',
  'hex_color',
  'host_name',
  'idp_metadata',
  'import_columns',
  'import_field_twice',
  'indicator',
  'invisible_characters',
  'mail_token',
  'native_uri',
  'origin',
  'own_origin',
  'page_path',
  'pages_size',
  'password_length',
  'pattern',
  'phone',
  'private_key',
  'private_origin',
  'redirect_host',
  'redirect_uri',
  'related_origin',
  'rsa_private_key',
  'scope_name',
  'scope_name_reserved',
  'secret_name',
  'sms_length',
  'template_types',
  'username',
  'web_uri',
  'web_url',
  'wildcard',
  'without_url',
] as const;
export type BrokenRule = (typeof brokenRules)[number];

export const satisfies = <T>(test: (value: T) => boolean, rule: BrokenRule, path?: PropertyKey[]) =>
  z.refine<T>((value) => test(value), { error: rule, ...(path && { path }) });
export const matches = (pattern: RegExp, rule: BrokenRule) => z.regex(pattern, rule);
