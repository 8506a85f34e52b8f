// Runs test files in one tool and goes on with the rest if the tool hangs or dies.
import { rmSync } from 'node:fs';
import { isInterrupted, run } from '../run.mjs';
import { eventsVariable, plain, readEvents } from './events.mjs';
import { tools } from './tools.mjs';

const hung = (minutes) => ({ name: '', kind: 'Hang', message: `did nothing for ${minutes} minutes and was ended` });
const died = (errors, code) => ({
  name: '',
  kind: 'Crash',
  message: errors[0]?.message ?? `the test process ended with code ${code} while it ran`,
});

// The tool ran nothing and said why only in its output, for example because a setup failed.
const ranNothing = ({ tool }, { code, output }) => {
  const cause = /\w*Error: .+/.exec(plain(output))?.[0];
  return { name: '', kind: 'Crash', message: `${tool} ended with code ${code}${cause ? `: ${cause}` : ''}` };
};

// One process of the tool. A file that it had begun and not ended has failed with it.
const runOnce = async (phase, files, { events, root, show, stallMs }) => {
  rmSync(events, { force: true });
  const env = { ...phase.env, [eventsVariable]: events };
  const { code, output, isStalled } = await run(tools[phase.tool](phase, files), {
    root,
    env,
    show,
    stall: { file: events, ms: stallMs },
  });
  const { files: records, errors, isDone } = readEvents(events);
  const begun = [...records.values()].filter(({ isStarted, isEnded }) => isStarted && !isEnded);
  for (const record of begun) {
    record.isEnded = true;
    record.failures.push(isStalled ? hung(stallMs / 60_000) : died(errors, code));
  }
  const isBlamed = begun.length > 0;
  // The files that waited for a dead worker did not run.
  return { code, output, records, errors: isBlamed ? [] : errors, isDone: isDone && !isBlamed };
};

export const runFiles = async (phase, files, options) => {
  const records = new Map();
  const errors = [];
  let left = files;
  while (left.length > 0 && !isInterrupted()) {
    const result = await runOnce(phase, left, options);
    for (const [file, record] of result.records) records.set(file, record);
    errors.push(...result.errors);
    const before = left.length;
    left = left.filter((file) => !records.get(file)?.isEnded);
    if (result.isDone || left.length === before) {
      const failed = [...records.values()].some(({ failures }) => failures.length > 0);
      if (result.code !== 0 && errors.length === 0 && !failed) errors.push(ranNothing(phase, result));
      break;
    }
  }
  return { records: [...records.values()], errors, unrun: left };
};
