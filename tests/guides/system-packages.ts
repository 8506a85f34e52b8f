// Python packages that come from the system, as a guide says for it.
import { spawnSync } from 'node:child_process';
import type { PrintedGuide } from './printed-guide.ts';
import type { Project } from './project.ts';

/** Where the interpreter of the system is. */
export const systemPath = '/usr/bin';

/** Installs what is missing with the command that the guide prints for this system; only root may. */
export const installPackages = async (project: Project, guide: PrintedGuide, modules: string): Promise<void> => {
  if (spawnSync(`${systemPath}/python3`, ['-c', `import ${modules}`]).status === 0) return;
  const printed = guide.blocks.find((block) => block.kind === 'terminal' && block.code.startsWith('apt-get'));
  if (printed?.kind !== 'terminal') throw new Error('the guide names no packages of the system');
  if (process.getuid?.() !== 0) throw new Error(`Install what this test needs: ${printed.code}`);
  await project.run(`apt-get update\nDEBIAN_FRONTEND=noninteractive ${printed.code}`);
};
