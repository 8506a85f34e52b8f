// Runs the application made by following a guide next to a server, for the duration of the tests.
import type { GuideId } from '@tessera/console/authentication/guides/registry';
import type { SampleFile } from '@tessera/console/authentication/guides/sample';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../harness/server.ts';
import { installsPackages, lockedPackages, readLock } from './lock.ts';
import { type PrintedGuide, printGuide } from './printed-guide.ts';
import { newProject, type Project } from './project.ts';

/** Packages are downloaded, and everything is compiled for the first time. */
export const patience = 300_000;

type Followed = { server: TestServer; guide: PrintedGuide; project: Project; printed: string[] };

type Options = {
  /** Prepended to PATH. */
  path?: string;
  /** Prerequisites before the guide begins. */
  before?: (followed: Omit<Followed, 'printed'>) => Promise<void>;
};

/** Versions without the range that npm adds. */
const packagesIn = (text = '{}') => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
  const all = Object.entries({ ...dependencies, ...devDependencies });
  return Object.fromEntries(all.map(([name, version]) => [name, version.replace(/^\^/, '')]));
};

/** About the sample itself. */
const ownFiles = ['README.md', '.gitignore'];

const compareSample = (sample: SampleFile[], project: Project) => {
  const files = sample.filter(({ name }) => !ownFiles.includes(name));
  expect(files.length).toBeGreaterThan(0);
  for (const { name, input } of files) {
    const made = project.read(name.replace(/^files\//, ''));
    if (name === 'package.json') expect(packagesIn(input)).toEqual(packagesIn(made));
    else expect(made, name).toBe(input);
  }
};

/** npm changes what does not fit, instead of failing. */
export const checkLock = (id: string, { blocks }: PrintedGuide, project: Project) => {
  if (!installsPackages(blocks)) return;
  expect(lockedPackages(project.read('package-lock.json') ?? '')).toEqual(lockedPackages(readLock(id)));
};

/** Follows a guide before the tests of a file and cleans up afterwards; call the result to get it. */
export const useFollowedGuide = (id: GuideId, { path = '', before }: Options = {}): (() => Followed) => {
  const ends: (() => Promise<unknown>)[] = [];
  let followed: Followed | undefined;
  beforeAll(async () => {
    const server = await startServer();
    ends.push(() => server.stop());
    const project = newProject({ path });
    ends.push(() => project.remove());
    const guide = await printGuide(server, id);
    await before?.({ server, guide, project });
    followed = { server, guide, project, printed: await project.follow(guide, id) };
  }, patience);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  const get = () => {
    if (!followed) throw new Error('The guide is followed before the tests only');
    return followed;
  };
  it('has exactly the packages of its lockfile', () => {
    const { guide, project } = get();
    checkLock(id, guide, project);
  });
  it('has a sample that is its result', () => {
    const { guide, project } = get();
    compareSample(guide.sample, project);
  });
  return get;
};

/** Like useFollowedGuide, but also runs the application; returns its origin. */
export const useRunningGuide = (id: GuideId, options: Options = {}) => {
  const followed = useFollowedGuide(id, options);
  beforeAll(async () => {
    const { guide, project } = followed();
    await project.start(guide);
  }, patience);
  return () => {
    const { appOrigin: origin, endpoint } = followed().guide.values;
    return { origin, endpoint };
  };
};
