// Judges failed files: a file that fails again on its own has failed, one that passes is unsteady.

// A second run of a test that proves a race, an interleaving or a random walk shows nothing. Such tests say so in their
// names, by a C number or in words, or are in these files.
export const unforgivenFiles = [
  'tests/attack/ended-sign-ins.test.ts',
  'tests/attack/factor-walk.test.ts',
  'tests/fault/interleaving.test.ts',
  'tests/soak/killed-server.test.ts',
  'tests/fault/races.test.ts',
  'tests/fault/role-races.test.ts',
];

const numbered = /\bC\d\d\b/;
const inWords = /\bconcurrent|\bin parallel\b|\bat the same (moment|time)\b/i;
// A page that shows a concurrent change is no race.
const isJourney = (file) => file.startsWith('tests/journeys/');
const isRace = (file, { name }) =>
  numbered.test(name) || (inWords.test(name) && !isJourney(file)) || unforgivenFiles.includes(file);
export const isUnforgivable = ({ file, failures }) =>
  failures.some((failure) => failure.kind === 'AssertionError' && isRace(file, failure));

const verdictOf = (record, again) => {
  if (isUnforgivable(record)) return { verdict: 'failed', reason: 'proves a race, so a second run would show nothing' };
  if (!again) return { verdict: 'failed', reason: 'not run again' };
  if (again.failures.length > 0 || again.passed === 0) return { verdict: 'failed', reason: 'failed again on its own' };
  return { verdict: 'unsteady', reason: 'passed on its own' };
};

export const judge = (record, again) => ({ ...record, aloneMs: again?.ms, ...verdictOf(record, again) });
