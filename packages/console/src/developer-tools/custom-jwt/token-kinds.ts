// The two token types that scripts can extend, and their API paths.
import type { AccessTokenScript, MachineTokenScript, TestRun } from '@tessera/contract/custom-jwt';
import type { Api } from '../../app/api.ts';

export const tokenKinds = ['access-token', 'client-credentials'] as const;
export type TokenKind = (typeof tokenKinds)[number];
export type StoredScript = AccessTokenScript | MachineTokenScript;

export const isTokenKind = (value: string): value is TokenKind => tokenKinds.some((kind) => kind === value);

/** Log key of failed runs. */
export const errorKeyOf = {
  'access-token': 'JwtCustomizer.AccessToken',
  'client-credentials': 'JwtCustomizer.ClientCredentials',
} as const;

export const keyOf = { 'access-token': 'jwt.accessToken', 'client-credentials': 'jwt.clientCredentials' } as const;

export const scriptsQuery = ({ management }: Api) => ({
  ...management.query('/configs/jwt-customizer'),
  meta: { panel: true },
});

/** The latest failed runs. */
export const scriptErrorsQuery = ({ management }: Api, kind: TokenKind) => ({
  ...management.listQuery('/logs', { query: { page: '1', page_size: '10', logKey: errorKeyOf[kind] } }),
  meta: { panel: true },
});

export const scriptQuery = ({ management }: Api, kind: TokenKind) => ({
  queryKey: ['custom-jwt', kind] as const,
  queryFn: (): Promise<StoredScript> =>
    kind === 'access-token'
      ? management.get('/configs/jwt-customizer/access-token')
      : management.get('/configs/jwt-customizer/client-credentials'),
  meta: { panel: true },
});

/** Reads the unmasked environment variables. */
export const revealVariables = async ({ management }: Api, kind: TokenKind): Promise<Record<string, string>> => {
  const path = `/configs/jwt-customizer/${kind}` as const;
  return (await management.get(path, {}, { reveal: true })).environmentVariables ?? {};
};

export const saveScript = ({ management }: Api, kind: TokenKind, body: StoredScript): Promise<StoredScript> =>
  kind === 'access-token'
    ? management.put('/configs/jwt-customizer/access-token', { body: body as AccessTokenScript })
    : management.put('/configs/jwt-customizer/client-credentials', { body: body as MachineTokenScript });

export const deleteScript = ({ management }: Api, kind: TokenKind): Promise<unknown> =>
  kind === 'access-token'
    ? management.del('/configs/jwt-customizer/access-token')
    : management.del('/configs/jwt-customizer/client-credentials');

/** Runs a draft without saving it, with the sample data or with the data of a user. */
export const tryScript = (
  { management }: Api,
  kind: TokenKind,
  draft: StoredScript,
  userId: string | undefined,
): Promise<TestRun> => {
  const { script, environmentVariables = {}, tokenSample = {} } = draft;
  const common = { script, environmentVariables };
  return kind === 'access-token'
    ? management.post('/configs/jwt-customizer/test-runs', {
        body: {
          ...common,
          ...(userId !== undefined && { userId }),
          tokenType: kind,
          token: tokenSample as NonNullable<AccessTokenScript['tokenSample']>,
          context: (draft as AccessTokenScript).contextSample ?? { user: {} },
        },
      })
    : management.post('/configs/jwt-customizer/test-runs', {
        body: { ...common, tokenType: kind, token: tokenSample as NonNullable<MachineTokenScript['tokenSample']> },
      });
};
