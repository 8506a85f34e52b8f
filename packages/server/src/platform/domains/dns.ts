// DNS queries about domains of tenants, sent to the operator's servers or the system's.
import { newResolver } from '../../infrastructure/outbound/lookups.ts';

/** The CNAME chain of a name; missing, or no response. */
export type Alias = { steps: string[] } | 'missing' | 'unavailable';

const limits = { timeout: 1_500, tries: 1 };
const mostSteps = 8;
const absent = new Set(['ENODATA', 'ENOTFOUND']);
const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');

export const createDns = (servers: readonly string[]) => {
  const resolver = () => newResolver(servers, limits);

  const nextStep = async (name: string): Promise<string | 'missing' | 'unavailable'> => {
    try {
      const [found] = await resolver().resolveCname(name);
      return found === undefined ? 'missing' : plain(found);
    } catch (error) {
      return absent.has(codeOf(error)) ? 'missing' : 'unavailable';
    }
  };

  return {
    /** Follows the CNAME chain up to `wanted`. */
    aliasOf: async (name: string, wanted: string): Promise<Alias> => {
      const steps: string[] = [];
      while (steps.length < mostSteps) {
        const next = await nextStep(steps.at(-1) ?? name);
        if (next === 'unavailable') return next;
        if (next === 'missing') return steps.length === 0 ? next : { steps };
        steps.push(next);
        if (next === wanted) break;
      }
      return { steps };
    },
    /** The TXT records of a name. */
    textsOf: async (name: string): Promise<string[] | 'missing' | 'unavailable'> => {
      try {
        return (await resolver().resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        return absent.has(codeOf(error)) ? 'missing' : 'unavailable';
      }
    },
  };
};
