// Supported import files, the fields they can contain, and a template.
import type { ImportField } from '@tessera/contract/import-fields';
import type { UserImport } from '@tessera/contract/user-imports';

export const maxSize = 1024 ** 3;

export type FileFormat = UserImport['format'];
const formats: Record<string, FileFormat> = { csv: 'csv', tsv: 'csv', json: 'json', ndjson: 'json', jsonl: 'json' };
export const accepted = Object.keys(formats)
  .map((ending) => `.${ending}`)
  .join(',');

/** By file extension, since the media type depends on the operating system. */
export const formatOf = (fileName: string): FileFormat | undefined =>
  formats[fileName.split('.').at(-1)?.toLowerCase() ?? ''];

export const identifiers = ['username', 'primaryEmail', 'primaryPhone'] as const satisfies ImportField[];

export const userFields = [
  ...identifiers,
  ...(['name', 'avatar', 'profile', 'customData', 'isSuspended'] as const),
  ...(['primaryEmailVerified', 'primaryPhoneVerified'] as const),
  ...(['passwordAlgorithm', 'passwordDigest'] as const),
] as const satisfies ImportField[];

export const profileFields = [
  ...(['givenName', 'familyName', 'middleName', 'nickname', 'preferredUsername', 'profile', 'website'] as const),
  ...(['gender', 'birthdate', 'zoneinfo', 'locale'] as const),
].map((name): ImportField => `profile.${name}`);

export const addressFields = (
  ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'] as const
).map((name): ImportField => `profile.address.${name}`);

const examples = [
  [
    'ada',
    'ada@example.com',
    '4915112345678',
    'Ada Lovelace',
    '',
    '"{""locale"":""en""}"',
    '"{""plan"":""gold""}"',
    'false',
  ],
  ['', 'grace@example.com', '', 'Grace Hopper', '', '', '', ''],
];

export const template = (): Blob => {
  const lines = [userFields, ...examples.map((cells) => userFields.map((_, at) => cells[at] ?? ''))];
  return new Blob([lines.map((cells) => `${cells.join(',')}\r\n`).join('')], { type: 'text/csv' });
};
