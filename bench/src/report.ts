// Report formatting: aligned columns, and a verdict for every target.
const number = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const show = (value: number, unit = '', digits = 0): string =>
  Number.isNaN(value) ? 'unavailable' : `${number(digits).format(value)}${unit && ` ${unit}`}`;

/** The first column is text, the others are numbers. */
export const table = (rows: string[][]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ');
  const [head = [], ...body] = rows;
  return [line(head), widths.map((width) => '─'.repeat(width)).join('───'), ...body.map(line), ''].join('\n');
};

export type Goal = {
  name: string;
  measured: number;
  limit: number;
  /** Whether the limit is a minimum; otherwise it is a maximum. */
  atLeast?: boolean;
  unit: string;
  digits: number;
};

const isMet = ({ measured, limit, atLeast = false }: Goal) => (atLeast ? measured >= limit : measured <= limit);
const verdict = (goal: Goal) => (Number.isNaN(goal.measured) ? 'unavailable' : isMet(goal) ? 'pass' : 'MISS');

export const goalTable = (goals: Goal[]): string =>
  table([
    ['Target', 'limit', 'measured', ''],
    ...goals.map((goal) => [
      goal.name,
      `${goal.atLeast ? '≥' : '≤'} ${show(goal.limit, goal.unit, goal.digits)}`,
      show(goal.measured, goal.unit, goal.digits),
      verdict(goal),
    ]),
  ]);

export const summary = (goals: Goal[]): string => {
  const missed = goals.filter((goal) => !Number.isNaN(goal.measured) && !isMet(goal));
  const unknown = goals.filter((goal) => Number.isNaN(goal.measured)).length;
  const rest = unknown > 0 ? `, ${unknown} could not be measured` : '';
  if (missed.length === 0) return `No target is missed${rest}.`;
  return `Missed ${missed.length} of ${goals.length}${rest}: ${missed.map(({ name }) => name).join('; ')}.`;
};
