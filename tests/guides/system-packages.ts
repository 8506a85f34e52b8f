// Python packages of the operating system, as the guides describe.
import { spawnSync } from 'node:child_process';
import type { PrintedGuide } from './printed-guide.ts';
import type { Project } from './project.ts';

/** The folder of the system's interpreter. */
export const systemPath = '/usr/bin';

/** Installs missing packages with the command from the guide; requires root. */
export const installPackages = async (project: Project, guide: PrintedGuide, modules: string): Promise<void> => {
  if (spawnSync(`${systemPath}/python3`, ['-c', `import ${modules}`]).status === 0) return;
  const printed = guide.blocks.find((block) => block.kind === 'terminal' && block.code.startsWith('apt-get'));
  if (printed?.kind !== 'terminal') throw new Error('the guide names no packages of the system');
  if (process.getuid?.() !== 0) throw new Error(`Install what this test needs: ${printed.code}`);
  // One at a time: apt refuses to run twice.
  const commands = `apt-get update && DEBIAN_FRONTEND=noninteractive ${printed.code}`;
  await project.run(`flock /tmp/tessera-system-packages sh -c '${commands}'`);
};
