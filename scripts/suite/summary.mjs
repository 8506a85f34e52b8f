// The end of the output: enough to start fixing without scrolling back.
import { availableParallelism, totalmem } from 'node:os';
import { seed } from './seed.ts';

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const oneLine = (text) => cut((text ?? '').split('\n').filter(Boolean).slice(0, 2).join(' ').trim(), 200);
const sum = (list, pick) => list.reduce((total, item) => total + pick(item), 0);

const machine = () =>
  `${availableParallelism()} cores, ${process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

const failureLine = (mark, file, { name, line, message }) =>
  `${mark} ${file}${line ? `:${line}` : ''} ${cut(name, 120)}${name ? ': ' : ''}${oneLine(message)}`;

const unsteadyNote = ({ ms, aloneMs, failures }) =>
  `  took ${seconds(ms)}, on its own ${seconds(aloneMs ?? 0)}; load ${failures[0].load?.toFixed(1)}, ${machine()}`;

const judgedLines = (judged) =>
  judged.flatMap((file) => [
    ...file.failures.map((failure) => failureLine(file.verdict === 'failed' ? '✗' : '≈', file.file, failure)),
    file.verdict === 'unsteady' ? unsteadyNote(file) : `  ${file.reason}`,
  ]);

export const allowedUnsteady = 2;

export const summarize = ({ outcomes, judged }, { isStrict = false, programs = '' } = {}) => {
  const records = outcomes.flatMap((outcome) => outcome.records);
  const unsteady = judged.filter(({ verdict }) => verdict === 'unsteady');
  const isForgiven = !isStrict && unsteady.length <= allowedUnsteady;
  const lost = judged.filter(({ verdict }) => verdict === 'failed' || !isForgiven);
  const outside = outcomes.flatMap(({ name, errors, unrun }) =>
    errors.map((error) => ({ ...error, phase: name, unrun: unrun.length })),
  );
  const passed = sum(records, (record) => record.passed);
  const skipped = sum(records, (record) => record.skipped);
  const failed = sum(lost, ({ failures }) => failures.length) + outside.length;
  const notes = outcomes.flatMap(({ phase }) => phase?.notes ?? []);
  const slowest = records.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  const lines = [
    `Phases (${machine()}, seed ${seed}): ${outcomes.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(' · ')}`,
    ...(programs ? [`Programs: ${programs}`] : []),
    `Slowest files: ${slowest.map(({ file, ms }) => `${file} ${seconds(ms)}`).join(' · ')}`,
    ...(notes.length > 0 ? [`Not run here: ${notes.join(' · ')}`] : []),
    ...outside.map(({ phase, unrun, ...error }) =>
      failureLine('✗', phase, { ...error, message: `${error.message}${unrun ? ` (${unrun} files not run)` : ''}` }),
    ),
    ...judgedLines(judged),
    ...(unsteady.length > 0
      ? [
          `${unsteady.length} unsteady: ${unsteady.map(({ file }) => file).join(', ')}${isForgiven ? '' : ' (not forgiven)'}`,
        ]
      : []),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
  return { text: `\n${lines.join('\n')}\n`, failed, passed };
};
