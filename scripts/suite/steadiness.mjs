// Counts how often each test failed in several runs of a suite.

const cut = (text) => (text ?? '').split('\n')[0].slice(0, 120);

// `runs` are outcomes of runSuite.
export const tabulate = (runs) => {
  const rows = new Map();
  const add = (run, where, { name, line, message }) => {
    const key = `${where} ${name}`;
    const row = rows.get(key) ?? { where: `${where}${line ? `:${line}` : ''}`, name, message: cut(message), runs: [] };
    row.runs.push(run);
    rows.set(key, row);
  };
  for (const [index, { outcomes }] of runs.entries()) {
    for (const { name, records, errors } of outcomes) {
      for (const error of errors) add(index + 1, name, error);
      for (const { file, failures } of records) for (const failure of failures) add(index + 1, file, failure);
    }
  }
  return [...rows.values()].sort((a, b) => b.runs.length - a.runs.length || (a.where < b.where ? -1 : 1));
};

export const tableText = (rows, runs) =>
  rows.length === 0
    ? `No failure in ${runs} runs.\n`
    : rows
        .map(
          (row) =>
            `${row.runs.length} of ${runs}  ${row.where} ${row.name}: ${row.message} (runs ${row.runs.join(', ')})\n`,
        )
        .join('');
