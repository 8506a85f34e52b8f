// Runs all phases of a suite in order, also after a failure, and then each failed file once more on its own. A signal ends
// the run.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isInterrupted } from '../run.mjs';
import { runFiles } from './run-files.mjs';
import { judge } from './verdicts.mjs';

const runCheck = async ({ check }) => {
  const output = await check();
  const [message] = output.split('\n').filter((line) => line.trim() !== '');
  return { output, records: [], unrun: [], errors: output ? [{ name: '', kind: 'Check', message }] : [] };
};

const skip = (phase, missing) => ({
  records: [],
  unrun: phase.files ?? [],
  errors: [{ name: '', kind: 'Skipped', message: `not run, because it needs: ${missing.join(', ')}` }],
});

const interruption = (phases) => ({
  name: 'run',
  records: [],
  unrun: phases.flatMap(({ files }) => files ?? []),
  errors: [{ name: '', kind: 'Interrupted', message: 'ended by a signal' }],
  isOk: false,
  ms: 0,
});

// More failed files than `secondChances` are not unsteady.
export const runSuite = async ({
  phases,
  root,
  results,
  print,
  show = true,
  stallMs = 11 * 60_000,
  secondChances = 8,
}) => {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const options = (name) => ({
    root,
    show,
    stallMs,
    events: join(results, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.jsonl`),
  });
  const outcomes = [];
  for (const phase of phases) {
    if (isInterrupted()) break;
    const began = Date.now();
    const missing = (phase.needs ?? []).filter((need) => outcomes.some(({ name, isOk }) => name === need && !isOk));
    print(`\n── ${phase.name}\n`);
    for (const note of phase.notes ?? []) print(`not run here: ${note}\n`);
    const result = await (missing.length > 0
      ? skip(phase, missing)
      : phase.check
        ? runCheck(phase)
        : runFiles(phase, phase.files, options(phase.name)));
    const isOk = result.errors.length === 0 && result.records.every(({ failures }) => failures.length === 0);
    outcomes.push({ ...result, phase, name: phase.name, isOk, ms: Date.now() - began });
    if (result.output) print(result.output);
    print(`── ${phase.name}: ${isOk ? 'passed' : 'failed'} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  }
  if (isInterrupted()) outcomes.push(interruption(phases.slice(outcomes.length)));
  const failed = outcomes.flatMap(({ phase, records }) =>
    records.filter(({ failures }) => failures.length > 0).map((record) => ({ phase, record })),
  );
  const judged = [];
  for (const [index, { phase, record }] of failed.entries()) {
    let again;
    if (index < secondChances && !isInterrupted()) {
      print(`\n── once more, on its own: ${record.file}\n`);
      const alone = await runFiles(phase, [record.file], options(`again-${index}`));
      again = alone.records.find(({ file }) => file === record.file);
      if (alone.errors.length > 0) again = undefined;
    }
    judged.push(judge(record, again));
  }
  return { outcomes, judged };
};
