// The README of a sample: what it is, and the commands that start it.
import type { Values } from './values.ts';

type About = {
  /** The name of the guide. */
  title: string;
  values: Values;
  /** Commands that create the project first. */
  create: readonly string[];
  /** The folder whose files are copied into the created project. */
  copies?: string;
  setUp: readonly string[];
  start: readonly string[];
  /** Parts of files that the project has already. */
  changes: readonly { file: string; language: string; code: string }[];
  hasSecret: boolean;
};

const commands = (lines: readonly string[]) => (lines.length > 0 ? ['```sh', ...lines, '```', ''] : []);

const change = ({ file, language, code }: About['changes'][number]) => [
  `Change ${file}:`,
  '',
  `\`\`\`${language}`,
  code,
  '```',
  '',
];

const copy = (folder: string) => [
  'Copy the files into the project. On macOS and Linux:',
  '',
  ...commands([`cp -R ../${folder}/. .`]),
  'On Windows:',
  '',
  ...commands([`xcopy /e /y ..\\${folder} .`]),
];

export function readme({ title, values, create, copies, setUp, start, changes, hasSecret }: About): string {
  const { appId, redirectUri, appOrigin } = values;
  const begin =
    copies === undefined ? [] : [...commands(create), ...copy(copies), ...(changes.length === 0 ? ['Then:', ''] : [])];
  const first = copies === undefined ? [...create, ...setUp] : setUp;
  const lines = [...first, ...start];
  return [
    `# ${title} sample`,
    '',
    `The result of the ${title} guide${appId ? `, for the application ${appId}` : ''}.`,
    '',
    ...(redirectUri ? [`Register the redirect URI ${redirectUri} before you start.`, ''] : []),
    ...(hasSecret ? ['It contains the secret of the application. Keep it out of version control.', ''] : []),
    ...begin,
    ...(changes.length > 0 ? [...commands(first), ...changes.flatMap(change), ...commands(start)] : commands(lines)),
    ...(start.length > 0 && appOrigin.startsWith('http') ? [`Then open ${appOrigin}.`, ''] : []),
    ...(lines.length === 0 ? ['Add the files to your project, as the guide describes.', ''] : []),
  ].join('\n');
}
