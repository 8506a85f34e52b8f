// A provider whose answers and claims can be exchanged for hostile ones, and what may come of that.
import type { ProviderAnswer, ProviderHosts, ProviderRequest } from '../harness/providers.ts';
import { hostileEntries, hostileVariants } from './hostile-answers.ts';
import { junkIn, type UserInfo } from './identified-users.ts';
import { clientSecret, type OAuthCase, serveApplicationToken, startCounterpart } from './oauth-counterpart.ts';
import { idTokenOf } from './signed-tokens.ts';

type Change = { route: string; change: (answer: ProviderAnswer) => ProviderAnswer };

/** Alipay has one URL for all operations. */
const routeOf = ({ url }: ProviderRequest) => `${url.host}${url.pathname} ${url.searchParams.get('method') ?? ''}`;

export const startHostileProvider = (providers: ProviderHosts, provider: OAuthCase) => {
  const { connectorId, idToken, user } = provider;
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

  /** Every hostile answer and claim, by its name, with how it comes into use. Known after a valid visit. */
  const variants = (): { name: string; use: () => void }[] => [
    ...[...answers].flatMap(([route, answer]) =>
      hostileVariants(answer).map(({ name, change }) => ({
        name: `${route} ${name}`,
        use: () => {
          changed = { route, change };
        },
      })),
    ),
    ...(idToken ? hostileEntries({ email_verified: true, ...idToken.claims }) : []).map(({ name, change }) => ({
      name: `claims ${name}`,
      use: () => {
        changeClaims = change;
      },
    })),
  ];
  const restore = () => {
    changed = undefined;
    changeClaims = (claims) => claims;
  };

  return {
    agree: counterpart.agree,
    /**
     * What went wrong in visits with each of the chosen answers. A visit ends in a user, or in the status and code of an
     * error.
     */
    problems: async (
      visit: () => Promise<UserInfo | string>,
      choose: (index: number) => boolean = () => true,
    ): Promise<string[]> => {
      const valid = JSON.stringify([...answers.values(), idToken?.claims, user]);
      const problems: string[] = [];
      for (const { name, use } of variants().filter((_, index) => choose(index))) {
        restore();
        use();
        const result = await visit();
        if (typeof result !== 'string') problems.push(...junkIn(result, valid).map((junk) => `${name}: ${junk}`));
        else if (!/^4\d\d connector\./.test(result)) problems.push(`${name}: ${result}`);
      }
      restore();
      return problems;
    },
  };
};
