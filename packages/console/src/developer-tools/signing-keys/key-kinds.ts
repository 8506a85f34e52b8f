// The two types of signing keys, with their queries and mutations.
import type { SigningKeyAlgorithm } from '@tessera/contract/signing-keys';
import type { Api } from '../../app/api.ts';

const keyKinds = ['private', 'cookie'] as const;
export type KeyKind = (typeof keyKinds)[number];
export type Key = { id: string; createdAt: number; signingKeyAlgorithm?: SigningKeyAlgorithm };

export const keysQuery = ({ management }: Api, kind: KeyKind) => ({
  queryKey: ['signing-keys', kind] as const,
  queryFn: (): Promise<Key[]> =>
    kind === 'private' ? management.get('/configs/oidc/private-keys') : management.get('/configs/oidc/cookie-keys'),
  meta: { panel: true },
});

export const rotationQuery = ({ management }: Api) => ({
  ...management.query('/configs/oidc/private-keys/rotation'),
  meta: { panel: true },
});

export const rotateKeys = ({ management }: Api, kind: KeyKind, algorithm: SigningKeyAlgorithm): Promise<Key[]> =>
  kind === 'private'
    ? management.post('/configs/oidc/private-keys/rotate', { body: { signingKeyAlgorithm: algorithm } })
    : management.post('/configs/oidc/cookie-keys/rotate', { body: {} });

export const deleteKey = ({ management }: Api, kind: KeyKind, keyId: string): Promise<unknown> =>
  kind === 'private'
    ? management.del('/configs/oidc/private-keys/:keyId', { params: { keyId } })
    : management.del('/configs/oidc/cookie-keys/:keyId', { params: { keyId } });

/** The tab in the URL; private keys are the default. */
export const parseKeySearch = ({ keys }: Record<string, unknown>): { keys?: 'cookie' } =>
  keys === 'cookie' ? { keys } : {};
