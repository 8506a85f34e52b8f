// Sessions at the gateway, and what ends them.
import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { useGateway } from '../harness/gateway.ts';
import { signInTo } from '../harness/protected-site.ts';

describe('the gateway', () => {
  const { server, api, newSignedInSite } = useGateway();
  type SignedInSite = Awaited<ReturnType<typeof newSignedInSite>>;
  const statusOf = async ({ browser, url }: Pick<SignedInSite, 'browser' | 'url'>) =>
    (await browser.open(`${url}/page`)).status;

  it('signs out at the site and at the sign-in page', async () => {
    const { url, browser } = await newSignedInSite();
    expect(await statusOf({ url, browser })).toBe(200);
    // A browser that doesn't say where a link was.
    const asked = await browser.open(`${url}/sign-out`);
    const [, proof = ''] = /name="proof" value="(\w+)"/.exec(asked.body) ?? [];
    expect(await statusOf({ url, browser })).toBe(200);
    const left = await browser.follow(`${url}/sign-out?proof=${proof}`);
    expect(left.answer.body).toContain('op.logoutForm');
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(left.answer.body) ?? [];
    const base = server().base('default');
    const form = { xsrf, logout: 'yes' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const confirmed = await browser.at(base).send('POST', `${base}/oidc/session/end/confirm`, { form, headers });
    expect(confirmed.headers.get('location')).toBe(`${url}/`);
    // Both sessions have ended, so the sign-in page is shown.
    expect((await browser.follow(`${url}/page`)).url).toContain(`${base}/sign-in?`);
  });

  describe('ends a session', () => {
    it('when the user signs out elsewhere, is suspended, or loses the session', async () => {
      const endings: ((site: SignedInSite) => Promise<unknown>)[] = [
        ({ userId }) => api().call('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true }),
        ({ userId }) => api().call('DELETE', `/users/${userId}`),
        ({ userId }) => api().call('DELETE', `/users/${userId}/sessions`),
        async ({ userId }) => {
          const [session] = (await api().call('GET', `/users/${userId}/sessions`)).json() as { id: string }[];
          return api().call('DELETE', `/users/${userId}/sessions/${session?.id}`);
        },
        ({ userId }) => api().call('PATCH', `/users/${userId}/password`, { password: 'Another sturdy phrase 48' }),
        async ({ browser }) => {
          const base = server().base('default');
          const asked = await browser.open(`${base}/oidc/session/end`);
          const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(asked.body) ?? [];
          const headers = { 'content-type': 'application/x-www-form-urlencoded' };
          const form = { xsrf, logout: 'yes' };
          return browser.at(base).send('POST', `${base}/oidc/session/end/confirm`, { form, headers });
        },
        ({ id }) => api().call('PATCH', `/applications/${id}`, { protectedAppMetadata: { sessionDuration: 1 } }),
        ({ id }) =>
          server().query(`update protected_app_sessions set expires_at = now() where application_id = $1`, [id]),
      ];
      for (const end of endings) {
        const site = await newSignedInSite();
        expect(await statusOf(site)).toBe(200);
        await end(site);
        await eventually(async () => (await statusOf(site)) === 303, { what: String(end) });
      }
    });

    it('and not one of another browser', async () => {
      const { url, browser, username } = await newSignedInSite();
      const second = await signInTo(server(), `${url}/page`, username);
      expect(second.answer.status).toBe(200);
      await browser.open(`${url}/sign-out`, { 'sec-fetch-site': 'none' });
      expect(await statusOf({ url, browser: second.browser })).toBe(200);
    });

    it('not before its duration is over, although the sign-in page has forgotten the user', async () => {
      const { url, browser, userId } = await newSignedInSite();
      await server().query(`delete from oidc_model_instances where account_id = $1 and model_name = 'Session'`, [
        userId,
      ]);
      await server().query(
        `update oidc_model_instances set expires_at = expires_at - interval '13 days' where account_id = $1`,
        [userId],
      );
      expect(await statusOf({ url, browser })).toBe(200);
    });

    it('that the sign-in page has forgotten, when access ends', async () => {
      const endings: ((site: SignedInSite) => Promise<unknown>)[] = [
        ({ userId }) => api().call('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true }),
        ({ userId }) => api().call('DELETE', `/users/${userId}/sessions`),
        ({ userId }) => api().call('PATCH', `/users/${userId}/password`, { password: 'Another sturdy phrase 48' }),
        async ({ userId }) => {
          const query = `select id from oidc_model_instances where account_id = $1 and model_name = 'Grant'`;
          for (const { id } of await server().query<{ id: string }>(query, [userId])) {
            await api().call('DELETE', `/users/${userId}/grants/${id}`);
          }
        },
      ];
      for (const end of endings) {
        const site = await newSignedInSite();
        await server().query(`delete from oidc_model_instances where account_id = $1 and model_name = 'Session'`, [
          site.userId,
        ]);
        expect(await statusOf(site)).toBe(200);
        await end(site);
        await eventually(async () => (await statusOf(site)) === 303, { what: String(end) });
      }
    });
  });

  it('records sign-ins and sign-outs', async () => {
    const { id, url, browser, userId } = await newSignedInSite();
    await browser.open(`${url}/sign-out`, { 'sec-fetch-site': 'same-origin' });
    const entries = async () =>
      (await api().call('GET', `/logs?applicationId=${id}`)).json() as { key: string; payload: { userId?: string } }[];
    await eventually(async () => {
      const keys = (await entries()).filter(({ payload }) => payload.userId === userId).map(({ key }) => key);
      return ['SignIn', 'SignOut'].every((step) => keys.includes(`ProtectedApplication.${step}`));
    });
  });
});
