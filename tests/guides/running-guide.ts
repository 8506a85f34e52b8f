// The application of a guide, made by following it to the letter and running beside a server. Ends with the test file.
import type { GuideId } from '@tessera/console/guides/registry';
import { useServer } from '../harness/server.ts';
import { type PrintedGuide, printGuide } from './printed-guide.ts';
import { newProject, type Project } from './project.ts';

/** Packages come from the registry, and everything is compiled for the first time. */
export const patience = 180_000;

type Options = {
  /** Looked up first for programs. */
  path?: string;
  /** What the reader has to see to before the guide begins. */
  before?: (project: Project, guide: PrintedGuide) => Promise<void>;
};

export const useRunningGuide = async (id: GuideId, { path = '', before }: Options = {}) => {
  const server = await useServer();
  const guide = await printGuide(server, id);
  const project = newProject({ path });
  await before?.(project, guide);
  await project.follow(guide);
  await project.start(guide);
  const { appOrigin: origin, endpoint } = guide.values;
  return { origin, endpoint };
};
export type RunningGuide = Awaited<ReturnType<typeof useRunningGuide>>;
