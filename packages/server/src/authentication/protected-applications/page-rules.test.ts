import { describe, expect, it } from 'vitest';
import { OverloadError } from '../../infrastructure/concurrency/overload-error.ts';
import { createPageRules } from './page-rules.ts';

type Job = { patterns: readonly string[]; texts: readonly string[] };

/** Compares at once, and counts. `answer`: what it says instead. */
const counting = (answer?: 'slow' | Error) => {
  const compared: string[] = [];
  const matches = async (_: string, { patterns, texts }: Job) => {
    compared.push(...texts);
    if (answer instanceof Error) throw answer;
    return answer ?? patterns.some((pattern) => texts.some((text) => new RegExp(pattern).test(text)));
  };
  return { compared, rulesFor: (patterns: string[]) => createPageRules({ matches })('default', patterns) };
};

describe('page rules', () => {
  it('protect everything if there are none', async () => {
    const { compared, rulesFor } = counting();
    expect(await rulesFor([])('/')).toBe(true);
    expect(compared).toEqual([]);
  });

  it('compare a path once, as an origin could read it', async () => {
    const { compared, rulesFor } = counting();
    const rules = rulesFor(['^/admin', ' end$']);
    expect(await rules('/shop')).toBe(false);
    expect(await rules('/shop')).toBe(false);
    expect(compared).toEqual(['/shop']);
    expect(await rules('/ADMIN')).toBe(true);
    expect(await rules('/the%20end')).toBe(true);
    expect(await rulesFor(['^/admin$'])('/Admin/')).toBe(true);
    expect(await rulesFor(['^/(?!login$)'])('/login')).toBe(false);
  });

  it('protect paths with several readings, and long ones', async () => {
    const { compared, rulesFor } = counting();
    const rules = rulesFor(['^/admin']);
    const readings = ['/shop/../admin', '//admin', '/%61dmin', '/shop;x', '/%2561dmin', '/shop%3Fx', '/shop%23x'];
    const cut = ['/admin%3b.jpg', '/shop%3Bx/admin', '/shop.', '/shop%20', '/shop./x', '/shop::$DATA', '/(S(x))/admin'];
    for (const path of [...readings, ...cut, '/admin#.jpg', `/${'a'.repeat(2048)}`])
      expect(await rules(path)).toBe(true);
    expect(compared).toEqual([]);
  });

  it('protect paths that take too long, and decide nothing while there is too much to compare', async () => {
    const slow = counting('slow');
    const rules = slow.rulesFor(['x']);
    expect([await rules('/shop'), await rules('/shop'), slow.compared]).toEqual([true, true, ['/shop']]);
    const busy = counting(new OverloadError());
    const refused = busy.rulesFor(['x']);
    // Nothing was decided, so it is asked again.
    await expect(refused('/shop')).rejects.toThrow(OverloadError);
    await expect(refused('/shop')).rejects.toThrow(OverloadError);
    expect(busy.compared).toEqual(['/shop', '/shop']);
  });
});
