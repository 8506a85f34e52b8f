// The project that a guide results in, as files to download. For a guide that begins with a generator of its framework,
// the README says which commands come before and after the files.
import type { Block, Guide } from './guide.ts';
import { packageFile } from './sample-package.ts';
import { readme } from './sample-readme.ts';
import { fill, type Values } from './values.ts';

export type SampleFile = { name: string; input: string };
type Kind<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** Done by unpacking the sample. */
const ownFolder = /^mkdir (\w+) && cd \1$/;
/** Shown as an example, since system packages do, too. */
const isPythonInstall = (line: string) => /^pip install /.test(line);
const isOfPackage = (line: string) => /^npm (?:init|pkg set) /.test(line);
/** A generator makes a folder, which the commands go into. */
const entersFolder = (line: string) => /^cd \w/.test(line);
/** Those of a generated project, until they are copied into it. */
const filesFolder = 'files';

const blocksOf = ({ steps }: Guide) => steps.flatMap(({ blocks }) => blocks);
const ofKind = <K extends Block['kind']>(blocks: readonly Block[], kind: K) =>
  blocks.filter((block): block is Kind<K> => block.kind === kind);

const wholeFiles = (blocks: readonly Block[]) => ofKind(blocks, 'file').filter(({ part }) => !part);
/** Parts of files that the project has from elsewhere, such as its generator. */
const changesOf = (blocks: readonly Block[]) => {
  const whole = wholeFiles(blocks).map(({ file }) => file);
  return ofKind(blocks, 'file').filter(({ file, part }) => part && !whole.includes(file));
};
const linesOf = (blocks: readonly Block[], role: Kind<'terminal'>['role']) =>
  ofKind(blocks, 'terminal').flatMap((block) => (block.role === role ? block.code.split('\n') : []));

/** The commands of a guide with a generator, until its first file and after. */
const aroundFiles = (blocks: readonly Block[]) => {
  const isFile = (block: Block) => block.kind === 'file' && !block.part;
  const first = blocks.findIndex(isFile);
  const commandsOf = (some: readonly Block[]) =>
    some.flatMap((block): string[] => {
      if (block.kind === 'install') return [`npm install ${block.dev ? '--save-dev ' : ''}${block.packages.join(' ')}`];
      return block.kind === 'terminal' && block.role === 'run' ? block.code.split('\n') : [];
    });
  return { before: commandsOf(blocks.slice(0, first)), after: commandsOf(blocks.slice(first)) };
};

const secretFiles = (blocks: readonly Block[]) =>
  wholeFiles(blocks).flatMap(({ file, code }) => (code.includes('{{appSecret}}') ? [file] : []));

export const needsSecret = (guide: Guide): boolean => secretFiles(blocksOf(guide)).length > 0;

/** `title`: the name of the guide. */
export function sampleOf(guide: Guide, title: string, values: Values): SampleFile[] {
  const blocks = blocksOf(guide);
  const run = linesOf(blocks, 'run');
  const isGenerated = run.some(entersFolder);
  const files = wholeFiles(blocks).map(({ file, code }) => ({
    name: fill(file, values),
    input: `${fill(code, values)}\n`,
  }));
  const start = linesOf(blocks, 'start');
  const python = linesOf(blocks, 'example').filter(isPythonInstall);
  // The README is shared more often than files that are ignored.
  const described = { ...values, appSecret: '<application secret>' };
  const about = {
    ...{ title, values, hasSecret: needsSecret(guide) },
    start: start.map((line) => fill(line, values)),
    changes: changesOf(blocks).map(({ file, language, code }) => ({ file, language, code: fill(code, described) })),
  };
  if (isGenerated) {
    const { before, after } = aroundFiles(blocks);
    const create = [...python, ...before].map((line) => fill(line, values));
    const setUp = after.map((line) => fill(line, values));
    return [
      { name: 'README.md', input: readme({ ...about, create, copies: filesFolder, setUp }) },
      ...files.map(({ name, input }) => ({ name: `${filesFolder}/${name}`, input })),
    ];
  }
  const description = packageFile(run.filter(isOfPackage), ofKind(blocks, 'install'));
  const ignored = [...(description ? ['node_modules'] : []), ...secretFiles(blocks)];
  const setUp = run.filter((line) => !ownFolder.test(line) && !isOfPackage(line)).map((line) => fill(line, values));
  return [
    {
      name: 'README.md',
      input: readme({ ...about, create: [], setUp: [...(description ? ['npm install'] : []), ...python, ...setUp] }),
    },
    ...(description ? [{ name: 'package.json', input: description }] : []),
    ...files,
    ...(ignored.length > 0 ? [{ name: '.gitignore', input: `${ignored.join('\n')}\n` }] : []),
  ];
}
