// Decides which paths of a protected application need a sign-in. In doubt, they do.
import { LRUCache } from 'lru-cache';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { isCanonicalPath } from '../../infrastructure/http/resolve-request.ts';
import type { PatternWorkers } from './pattern-workers.ts';

/** Longer paths always need a sign-in. */
const longestPath = 2048;
/** Of all applications together. Each takes as much memory as the others, since its key is a digest. */
const mostDecisions = 50_000;
/** A pattern may have been slow because the machine was. */
const slowMs = 60_000;

/** Rejects with an `OverloadError` while there is too much to compare. */
export type PageRules = (path: string) => boolean | Promise<boolean>;
export type CreatePageRules = ReturnType<typeof createPageRules>;

/**
 * What some servers cut off, or decode twice: parameters of a segment, endings that file systems of Windows ignore, and
 * sessions of ASP.NET.
 */
const oddlyRead = /[%?#;]|[. ](?:\/|$)|::|\/\([a-z]\(/i;

/**
 * An origin may read a path in another way than the pattern's author thought of: in lower case, or decoded. A path with
 * two readings, such as `/public/../admin`, is not compared at all, nor is one that an origin could decode twice.
 */
const readingsOf = (path: string): string[] | undefined => {
  if (path.length > longestPath || !isCanonicalPath(path)) return undefined;
  const decoded = decodeURIComponent(path);
  if (oddlyRead.test(decoded)) return undefined;
  // Many servers ignore a slash at the end.
  const spellings = [path, decoded].flatMap((one) => [one, one.replace(/(?<=.)\/$/, '')]);
  return [...new Set(spellings.flatMap((one) => [one, one.toLowerCase()]))];
};

export const createPageRules = (workers: Pick<PatternWorkers, 'matches'>) => {
  const decisions = new LRUCache<string, boolean>({ max: mostDecisions });

  return (tenantId: string, patterns: readonly string[]): PageRules => {
    if (patterns.length === 0) return () => true;
    const rules = digestOf(JSON.stringify(patterns));

    const decide = async (key: string, texts: string[]): Promise<boolean> => {
      const result = await workers.matches(tenantId, { patterns, texts });
      decisions.set(key, result !== false, result === 'slow' ? { ttl: slowMs } : {});
      return result !== false;
    };

    return (path) => {
      const key = digestOf(`${rules} ${path}`);
      const known = decisions.get(key);
      if (known !== undefined) return known;
      const texts = readingsOf(path);
      return texts === undefined || decide(key, texts);
    };
  };
};
