// Writes the lockfiles of guides that install npm packages: `npx node tests/guides/write-locks.ts [GUIDE…]`, by default of
// all that have a test here. Needs the network.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compileGuide } from '@tessera/console/authentication/guides/compile';
import { sampleOf } from '@tessera/console/authentication/guides/sample';
import { valuesOf } from '@tessera/console/authentication/guides/values';
import { generatorLock, generatorPackage, installsPackages, lockPath } from './lock.ts';
import { newProject } from './project.ts';

const content = new URL('../../packages/console/src/authentication/guides/content/', import.meta.url);
const none = { endpoint: '', namespace: '', managementResource: '', appId: '', appSecret: '' };

const inProject = async <T>(work: (project: ReturnType<typeof newProject>) => Promise<T>): Promise<T> => {
  const project = newProject();
  try {
    return await work(project);
  } finally {
    await project.remove();
  }
};

/** In an empty folder, so that the packages of other platforms are in it, too. */
const write = (name: string, packageFile: string) =>
  inProject(async (project) => {
    await project.write('package.json', packageFile);
    await project.run('npm install --package-lock-only --ignore-scripts');
    writeFileSync(lockPath(name), project.read('package-lock.json') ?? '');
    process.stdout.write(`${name}\n`);
  });

const lock = async (id: string) => {
  const guide = compileGuide(readFileSync(new URL(`${id}.md`, content), 'utf8'));
  const blocks = guide.steps.flatMap((step) => step.blocks);
  if (!installsPackages(blocks)) return;
  const values = valuesOf(guide, { ...none, redirectUris: [], postLogoutRedirectUris: [] });
  const sample = sampleOf(guide, id, values).find(({ name }) => name === 'package.json');
  for (const block of blocks) {
    const tool = block.kind === 'terminal' ? generatorPackage(block.code) : undefined;
    if (tool !== undefined) await write(generatorLock(id), tool);
  }
  const generated = async () =>
    await inProject(async (project) => {
      await project.follow({ blocks });
      return project.read('package.json') ?? '';
    });
  await write(id, sample?.input ?? (await generated()));
};

const all = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
const chosen = process.argv.slice(2);
for (const id of chosen.length > 0 ? chosen : all.map((file) => file.replace('.test.ts', ''))) await lock(id);
