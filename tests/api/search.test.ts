// The search syntax of lists, using applications.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { useServer } from '../harness/server.ts';

describe('search', () => {
  let api: ManagementApi;
  beforeAll(async () => {
    const server = await useServer();
    api = await managementApi(server);
    for (const [name, description, type] of [
      ['Red shop', 'Sells apples', 'SPA'],
      ['Blue shop', 'Sells pears', 'Traditional'],
      ['100% juice', 'Presses apples', 'Native'],
      ['under_score', 'A\\B', 'Traditional'],
    ]) {
      await api.call('POST', '/applications', { name, description, type });
    }
    const third = { name: 'Partner', type: 'Traditional', isThirdParty: true };
    await api.call('POST', '/applications', third);
  });

  const found = async (query: string) => {
    const answer = await api.call('GET', `/applications?${query}`);
    expect(answer.status, answer.body).toBe(200);
    return (answer.json() as { name: string }[]).map(({ name }) => name);
  };

  // biome-ignore format: one line each
  const finds: [string, string, string[]][] = [
    ['nothing narrows', '', ['Partner', 'under_score', '100% juice', 'Blue shop', 'Red shop']],
    ['any field', 'search=%25apples%25', ['100% juice', 'Red shop']],
    ['without wildcards the whole field', 'search=shop', []],
    ['letter case aside', 'search=%25SHOP', ['Blue shop', 'Red shop']],
    ['letter case counts when asked', 'search=%25SHOP&isCaseSensitive=true', []],
    ['one field', 'search.name=%25shop', ['Blue shop', 'Red shop']],
    ['fields together', 'search.name=%25shop&search.description=%25pears&joint=and', ['Blue shop']],
    ['either field', 'search.name=Red%25&search.description=%25pears', ['Blue shop', 'Red shop']],
    ['by its older name', 'search.name=Red%25&search.description=%25pears&jointMode=and', []],
    ['exactly', 'search.name=red%20shop&mode=exact', ['Red shop']],
    ['exactly one of several', 'search.name=Red%20shop&search.name=Blue%20shop&mode.name=exact', ['Blue shop', 'Red shop']],
    ['by a regular expression', 'search.name=%5E(red%7Cblue)&mode.name=posix', ['Blue shop', 'Red shop']],
    ['by a pattern of SQL', 'search.name=(Red%7CBlue)%25&mode=similar_to&isCaseSensitive=true', ['Blue shop', 'Red shop']],
    ['a wildcard for one letter', 'search.name=under_score', ['under_score']],
    ['of some types', 'types=SPA&types=Native', ['100% juice', 'Red shop']],
    ['of somebody else', 'isThirdParty=true', ['Partner']],
    ['of our own, narrowed', 'isThirdParty=false&search=%25shop', ['Blue shop', 'Red shop']],
  ];
  it.each(finds)('finds %s', async (_, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  // biome-ignore format: one line each
  const refuses: [string, string][] = [
    ['a field that is not searched', 'search.secret=%25'],
    ['a field inside a field', 'search.customData.plan=x'],
    ['an unknown mode', 'search=x&mode=fuzzy'],
    ['an unknown joint', 'search=x&joint=xor'],
    ['nothing to look for', 'search='],
    ['nothing to look for in a field', 'search.name='],
    ['several values that are not exact', 'search.name=a&search.name=b'],
    ['a pattern of SQL without letter case', 'search=x&mode=similar_to'],
  ];
  it.each(refuses)('rejects %s', async (_, query) => {
    const answer = await api.call('GET', `/applications?${query}`);
    expect(outcome(answer)).toEqual([400, 'request.invalid_input']);
  });

  it.each([
    ['an expression nobody can read', `search=(&mode=posix`],
    ['a pattern that ends in the middle', `search=${encodeURIComponent('x\\')}`],
    ['a statement', `search=${encodeURIComponent("'; drop table applications; --")}`],
    ['a byte no text has', 'search=%00'],
    ['half a letter', 'search=%ff'],
    ['an unknown type', 'types=Spaceship'],
    ['a flag that is neither', 'isThirdParty=perhaps'],
  ])('Z03 survives %s', async (_, query) => {
    const answer = await api.call('GET', `/applications?${query}`);
    expect(answer.status, answer.body).toBeLessThan(500);
  });
});
