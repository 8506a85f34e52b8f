// The two kinds of tokens that a script can add claims to, and where the script of each is kept.
import type { AccessTokenScript, MachineTokenScript } from '@tessera/contract/custom-jwt';
import type { Api } from '../app/api.ts';

export const tokenKinds = ['access-token', 'client-credentials'] as const;
export type TokenKind = (typeof tokenKinds)[number];
export type StoredScript = AccessTokenScript | MachineTokenScript;

export const isTokenKind = (value: string): value is TokenKind => tokenKinds.some((kind) => kind === value);

export const keyOf = { 'access-token': 'jwt.accessToken', 'client-credentials': 'jwt.clientCredentials' } as const;

export const scriptsQuery = ({ management }: Api) => ({
  ...management.query('/configs/jwt-customizer'),
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

export const saveScript = ({ management }: Api, kind: TokenKind, body: StoredScript): Promise<StoredScript> =>
  kind === 'access-token'
    ? management.put('/configs/jwt-customizer/access-token', { body: body as AccessTokenScript })
    : management.put('/configs/jwt-customizer/client-credentials', { body: body as MachineTokenScript });

export const deleteScript = ({ management }: Api, kind: TokenKind): Promise<unknown> =>
  kind === 'access-token'
    ? management.del('/configs/jwt-customizer/access-token')
    : management.del('/configs/jwt-customizer/client-credentials');

/** Runs a draft as it is, saved or not. */
export const tryScript = ({ management }: Api, kind: TokenKind, draft: StoredScript): Promise<object> => {
  const { script, environmentVariables = {}, tokenSample = {} } = draft;
  const common = { script, environmentVariables };
  return kind === 'access-token'
    ? management.post('/configs/jwt-customizer/test', {
        body: {
          ...common,
          tokenType: kind,
          token: tokenSample as NonNullable<AccessTokenScript['tokenSample']>,
          context: (draft as AccessTokenScript).contextSample ?? { user: {} },
        },
      })
    : management.post('/configs/jwt-customizer/test', {
        body: { ...common, tokenType: kind, token: tokenSample as NonNullable<MachineTokenScript['tokenSample']> },
      });
};
