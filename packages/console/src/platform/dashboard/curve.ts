// Chart geometry: round axis steps, and a smooth line that never overshoots its points.

export type Point = { x: number; y: number };

/** Grid line values from zero to at least `most`, in round steps. */
export function gridNumbers(most: number, lines = 4): number[] {
  const rough = Math.max(most, lines) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough && Number.isInteger(one * power)) ?? 10;
  const step = factor * power;
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step);
}

/** The slope at each point: zero at peaks and valleys, otherwise a mean that does not overshoot. */
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

const roundCoordinate = (number: number) => Math.round(number * 100) / 100;

/** The line through the points as an SVG path. */
export function smoothLine(points: readonly Point[]): string {
  const slopes = slopesOf(points);
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${roundCoordinate(x)} ${roundCoordinate(y)}`;
      const third = (x - before.x) / 3;
      const from = [before.x + third, before.y + third * (slopes[index - 1] ?? 0)];
      const to = [x - third, y - third * (slopes[index] ?? 0)];
      return `C${[...from, ...to, x, y].map(roundCoordinate).join(' ')}`;
    })
    .join('');
}
