// Runs the application made by following a guide next to a server, for the duration of the tests.
import type { GuideId } from '@tessera/console/authentication/guides/registry';
import { afterAll, beforeAll } from 'vitest';
import { startServer, type TestServer } from '../harness/server.ts';
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
    followed = { server, guide, project, printed: await project.follow(guide) };
  }, patience);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => {
    if (!followed) throw new Error('The guide is followed before the tests only');
    return followed;
  };
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
