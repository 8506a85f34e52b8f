// Which files can be imported, and a template for one.
export const maxSize = 1024 ** 3;

const types: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
};
export const accepted = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',');

/** By the ending of its name: what systems say about the type of such files differs. */
export const typeOf = (fileName: string): string | undefined => types[fileName.split('.').at(-1)?.toLowerCase() ?? ''];

export const columns = [
  ...['username', 'primaryEmail', 'primaryPhone', 'name', 'avatar', 'profile', 'customData', 'isSuspended'],
  ...['passwordAlgorithm', 'passwordDigest'],
] as const;

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
  const lines = [columns, ...examples.map((cells) => columns.map((_, at) => cells[at] ?? ''))];
  return new Blob([lines.map((cells) => `${cells.join(',')}\r\n`).join('')], { type: 'text/csv' });
};
