// Every social connector with a provider that answers anything: each answer is refused with a code or leads to a user of
// valid parts, and never to an error of the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import type { ProviderAnswer, ProviderRequest, Providers } from '../harness/providers.ts';
import type { TestServer } from '../harness/server.ts';
import { furtherCases } from './further-cases.ts';
import { hostileEntries, hostileVariants } from './hostile-answers.ts';
import { oauthCases } from './oauth-cases.ts';
import { clientSecret, type OAuthCase, serveApplicationToken, startCounterpart } from './oauth-counterpart.ts';
import { idTokenOf } from './signed-tokens.ts';
import { createConnector, socialVisits, startSocialServer } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

type Change = { route: string; change: (answer: ProviderAnswer) => ProviderAnswer };
type UserInfo = { id?: unknown; name?: unknown; avatar?: unknown; email?: unknown; rawData?: unknown };

/** Alipay has one URL for all operations. */
const routeOf = ({ url }: ProviderRequest) => `${url.host}${url.pathname} ${url.searchParams.get('method') ?? ''}`;

const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most;
const isLine = (value: unknown, most: number) => isText(value, most) && !/[\p{Cs}\0]/u.test(String(value));

/** What is wrong with the user that would be stored. */
const junkIn = ({ id, name, avatar, email, rawData }: UserInfo, valid: string): string[] => [
  ...(isLine(id, 128) && (id === '7' || valid.includes(JSON.stringify(id).slice(1, -1))) ? [] : [`id ${id}`]),
  ...(name === undefined || isText(name, 128) ? [] : ['name']),
  ...(avatar === undefined || (isLine(avatar, 2048) && /^https?:/.test(String(avatar))) ? [] : ['avatar']),
  ...(email === undefined || (isLine(email, 128) && String(email).includes('@')) ? [] : ['email']),
  ...((JSON.stringify(rawData) ?? '').length <= 32_768 ? [] : ['raw data']),
];

/** There are over 4,000 answers, so each provider gives one in five. Which ones depends on its place in the list. */
const shareOf = <T>(answers: readonly T[], place: number) => answers.filter((_, index) => (index + place) % 5 === 0);
const cases = [...oauthCases, ...furtherCases, ...standardCases].map((provider, place) => ({ ...provider, place }));

describe('hostile providers', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    ({ providers, server, api } = await startSocialServer());
  });
  afterAll(() => providers.stop());

  it.each(cases)('R125 $connectorId', async ({ place, ...provider }: OAuthCase & { place: number }) => {
    const { connectorId, config, metadata, idToken } = provider;
    let changed: Change | undefined;
    let changeClaims = (claims: object) => claims;
    const answers = new Map<string, ProviderAnswer>();
    const counterpart = startCounterpart(providers, {
      ...provider,
      ...(idToken && {
        idToken: {
          ...idToken,
          sign: (claims) => idTokenOf(idToken.keys ? undefined : clientSecret)(changeClaims(claims) as typeof claims),
        },
      }),
    });
    if (connectorId === 'wecom-universal') serveApplicationToken(providers);
    for (const host of counterpart.hosts) {
      const before = providers.handlerOf(host);
      providers.on(host, async (request) => {
        const answer = (await before?.(request)) ?? { status: 404 };
        const route = routeOf(request);
        if (!answers.has(route)) answers.set(route, answer);
        return changed?.route === route ? changed.change(answer) : answer;
      });
    }
    const id = await createConnector(api, { connectorId, config, ...(metadata && { metadata }) });
    const { begin, ask, verify } = socialVisits(
      () => server,
      () => id,
    );
    let interaction = await begin('Register');

    /** The user after an accepted answer; otherwise the code of the error. */
    const visit = async (): Promise<UserInfo | string> => {
      const { authorizationUri, verificationId } = await ask(interaction);
      const answer = await verify(interaction, verificationId, counterpart.agree(authorizationUri));
      if (answer.status !== 200) return `${answer.status} ${(answer.json() as { code?: string }).code}`;
      const added = await interaction.call('POST', '/profile', { type: 'social', verificationId });
      if (added.status >= 300) return `${added.status} ${(added.json() as { code?: string }).code}`;
      const shown = (await interaction.call('GET', '/interaction')).json();
      // The next profile would be merged into this one.
      interaction = await begin('Register');
      return (shown as { profile: { socialIdentity: { userInfo: UserInfo } } }).profile.socialIdentity.userInfo;
    };

    expect(await visit()).toMatchObject({ id: provider.user.id });
    const valid = JSON.stringify([...answers.values(), idToken?.claims, provider.user]);
    const problems: string[] = [];
    const check = async (name: string) => {
      const result = await visit();
      if (typeof result !== 'string') problems.push(...junkIn(result, valid).map((junk) => `${name}: ${junk}`));
      else if (!/^4\d\d connector\./.test(result)) problems.push(`${name}: ${result}`);
    };
    for (const [route, answer] of [...answers]) {
      for (const { name, change } of shareOf(hostileVariants(answer), place)) {
        changed = { route, change };
        await check(`${route} ${name}`);
      }
    }
    changed = undefined;
    const claims = idToken ? hostileEntries({ email_verified: true, ...idToken.claims }) : [];
    for (const { name, change } of shareOf(claims, place)) {
      changeClaims = change;
      await check(`claims ${name}`);
    }
    changeClaims = (claims) => claims;
    expect(problems).toEqual([]);
    expect(await visit()).toMatchObject({ id: provider.user.id });
    expect(providers.refused).toEqual([]);
    expect(server.output()).not.toMatch(/unhandled|uncaught/i);
    await api.call('DELETE', `/connectors/${id}`);
  });
});
