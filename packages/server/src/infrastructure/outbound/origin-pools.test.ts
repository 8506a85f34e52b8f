import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createOriginPools, type SiteOrigin } from './origin-pools.ts';
import { OutboundError } from './outbound-error.ts';

describe('R93 attempts to reach an origin', () => {
  it('are refused above the share of an application, and possible again afterwards', async () => {
    const { promise, reject } = Promise.withResolvers<Socket>();
    const state = { attempts: 0 };
    const connect = () => {
      state.attempts += 1;
      return promise;
    };
    const pools = createOriginPools(connect, 6);
    const site = { tenantId: 'default', applicationId: 'shop', origin: new URL('http://192.0.2.1') };
    const attempt = (at: SiteOrigin, agent = pools.shared(at)) =>
      new Promise<unknown>((resolve) => agent.createConnection({}, (error) => resolve(error)));
    const begun = [attempt(site), attempt(site, pools.single(site))];
    const [busy, unreachable] = [new OutboundError('busy'), new OutboundError('network')];
    expect([await attempt(site), state.attempts]).toEqual([busy, 2]);
    begun.push(attempt({ ...site, tenantId: 'other', applicationId: 'blog' }));
    expect(state.attempts).toBe(3);
    reject(unreachable);
    expect(await Promise.all(begun)).toEqual([unreachable, unreachable, unreachable]);
    expect(await attempt(site)).toBe(unreachable);
  });
});
