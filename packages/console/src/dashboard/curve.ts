// The geometry of a chart: round numbers for its axis, and a smooth line that never rises above the values it joins.

export type Point = { x: number; y: number };

/** The numbers at the lines of the grid, from nothing to at least `most`, in steps that people count in. */
export function gridNumbers(most: number, lines = 4): number[] {
  const rough = Math.max(most, lines) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough && Number.isInteger(one * power)) ?? 10;
  const step = factor * power;
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step);
}

/** The slope at each point: level at peaks and valleys, and else the mean of both sides that does not overshoot. */
function slopesOf(points: readonly Point[]): number[] {
  const between = points.slice(1).map(({ x, y }, index) => {
    const before = points[index] ?? { x, y };
    return x === before.x ? 0 : (y - before.y) / (x - before.x);
  });
  return points.map((_, index) => {
    const [left, right] = [between[index - 1], between[index]];
    if (left === undefined || right === undefined) return left ?? right ?? 0;
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  });
}

const shown = (number: number) => Math.round(number * 100) / 100;

/** The line through the points, in the language of SVG paths. */
export function smoothLine(points: readonly Point[]): string {
  const slopes = slopesOf(points);
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${shown(x)} ${shown(y)}`;
      const third = (x - before.x) / 3;
      const from = [before.x + third, before.y + third * (slopes[index - 1] ?? 0)];
      const to = [x - third, y - third * (slopes[index] ?? 0)];
      return `C${[...from, ...to, x, y].map(shown).join(' ')}`;
    })
    .join('');
}
