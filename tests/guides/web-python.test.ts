// The Python guide, followed to the letter, with the interpreter and the packages of the system.
import { spawnSync } from 'node:child_process';
import { describe, it } from 'vitest';
import { tryOut } from './browser.ts';
import type { PrintedGuide } from './printed-guide.ts';
import type { Project } from './project.ts';
import { patience, useRunningGuide } from './running-guide.ts';

const path = '/usr/bin';

/** Installs what is missing with the command that the guide prints for this system; only root may. */
const before = async ({ project, guide }: { project: Project; guide: PrintedGuide }) => {
  const imports = ['-c', 'import flask, requests, authlib.integrations.flask_client'];
  if (spawnSync(`${path}/python3`, imports).status === 0) return;
  const printed = guide.blocks.find((block) => block.kind === 'terminal' && block.code.startsWith('apt-get'));
  if (printed?.kind !== 'terminal') throw new Error('the guide names no packages of the system');
  if (process.getuid?.() !== 0) throw new Error(`Install what this test needs: ${printed.code}`);
  await project.run(`apt-get update\nDEBIAN_FRONTEND=noninteractive ${printed.code}`);
};

describe('the Python guide', () => {
  const application = useRunningGuide('web-python', { path, before });

  it('signs people in and out', { timeout: patience }, () => tryOut(application(), 'pythonista'));
});
