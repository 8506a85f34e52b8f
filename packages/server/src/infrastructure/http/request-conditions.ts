// Reads the headers by which a client says what it has and what it accepts.

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names this tag; the comparison is weak, as for every read. */
export const hasTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag)));

/** The offered encoding with the highest weight in `Accept-Encoding`, the first among equals. */
export const preferredEncoding = <T extends string>(accepted: string, offered: readonly T[]): T | undefined => {
  const weights = new Map(
    accepted.split(',').map((one): [string, number] => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
  const weightOf = (name: T) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = Math.max(...offered.map(weightOf));
  return best > 0 ? offered.find((name) => weightOf(name) === best) : undefined;
};
