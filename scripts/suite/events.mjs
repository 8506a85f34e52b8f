// The log of a test tool: one JSON line per event, written while it runs, so that it also tells what a tool was doing
// when it hung or died. The reporters write it, the suite reads it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

export const eventsVariable = 'TEST_EVENTS';

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
export const plain = (text) => (text ?? '').replaceAll(escapes, '');

export const eventWriter = () => {
  const path = process.env[eventsVariable];
  if (!path) throw new Error(`${eventsVariable} is not set`);
  return (event) => appendFileSync(path, `${JSON.stringify({ load: loadavg()[0], ...event })}\n`);
};

const newFile = (file) => ({ file, isStarted: false, isEnded: false, ms: 0, passed: 0, skipped: 0, failures: [] });

const failure = ({ name = '', line, error = {}, ms, load }) => ({ name, line, ...error, ms, load });

const handlers = {
  start: (record) => {
    record.isStarted = true;
  },
  test: (record, event) => {
    record.isStarted = true;
    if (event.status === 'passed') record.passed += 1;
    else if (event.status === 'skipped') record.skipped += 1;
    else record.failures.push(failure(event));
  },
  error: (record, event) => record.failures.push(failure(event)),
  end: (record, event) => {
    record.isEnded = true;
    record.ms = event.ms;
  },
};

// What a run did: its files, the errors that belong to none, and whether the tool came to its end.
export const readEvents = (path) => {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const files = new Map();
  const errors = [];
  let isDone = false;
  for (const line of lines.filter(Boolean)) {
    const event = JSON.parse(line);
    if (event.type === 'done') isDone = true;
    else if (!event.file) errors.push(failure(event));
    else {
      if (!files.has(event.file)) files.set(event.file, newFile(event.file));
      handlers[event.type](files.get(event.file), event);
    }
  }
  return { files, errors, isDone };
};
