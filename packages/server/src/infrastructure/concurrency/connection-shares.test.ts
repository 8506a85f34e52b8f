import { describe, expect, it } from 'vitest';
import { createConnectionShares } from './connection-shares.ts';

const most = 60;
/** Takes all that this tenant and client can get. */
const takeAll = ({ take }: ReturnType<typeof createConnectionShares>, tenantId: string, client: string) => {
  const taken: (() => void)[] = [];
  for (let one = take(tenantId, client); one; one = take(tenantId, client)) taken.push(one);
  return taken;
};

describe('shares of connections', () => {
  it('leave some to other clients of a tenant, and half to other tenants', () => {
    const shares = createConnectionShares(most);
    expect(takeAll(shares, 'ours', 'first')).toHaveLength(most / 3);
    const others = Array.from({ length: 100 }, (_, index) => takeAll(shares, 'ours', `client ${index}`).length);
    expect(others.reduce((sum, count) => sum + count, most / 3)).toBe(most / 2);
    expect(shares.take('theirs', 'another')).toBeDefined();
  });

  it('count a client at all tenants together', () => {
    const shares = createConnectionShares(most);
    const taken = Array.from({ length: 100 }, (_, index) => takeAll(shares, `tenant ${index}`, 'one').length);
    expect(taken.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(most / 2);
    expect(shares.take('tenant 0', 'another')).toBeDefined();
  });

  it('are free again once returned, and only once', () => {
    const shares = createConnectionShares(most);
    const taken = takeAll(shares, 'ours', 'one');
    expect(shares.take('ours', 'one')).toBeUndefined();
    for (const giveBack of [...taken, ...taken]) giveBack();
    expect(takeAll(shares, 'ours', 'one')).toHaveLength(taken.length);
  });
});
