// The example user of the console's preview.
import type { OwnAccount } from '@tessera/contract/account';
import type { AccountField, PublicAccountCenter } from '@tessera/contract/account-center';
import type { OwnGrant, OwnSession } from '@tessera/contract/account-sessions';
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import type { Settings } from '../boot/page.ts';
import { socialConnectors } from '../social-connectors.ts';
import type { AccountApi } from './account-api.ts';
import { isVisible } from './account-context.ts';
import { isOffered } from './offered-factors.ts';

const createdAt = Date.parse('2024-03-12T09:00:00Z');
const hour = 3_600_000;

export const exampleAccount = (center: PublicAccountCenter, settings: Settings): OwnAccount => {
  const [linked] = socialConnectors(settings);
  const values: Record<AccountField, OwnAccount> = {
    name: { name: 'Ada Lindqvist' },
    avatar: { avatar: null },
    username: { username: 'ada' },
    email: { primaryEmail: 'ada@example.com', primaryEmailVerified: true },
    phone: { primaryPhone: '14155554218', primaryPhoneVerified: true },
    password: { hasPassword: true },
    profile: { profile: { birthdate: '1990-12-31' } },
    customData: { customData: {} },
    social: {
      identities: linked ? { [linked.target]: { userId: 'ada', details: { email: 'ada@example.com' } } } : {},
      ssoIdentities: [],
    },
    mfa: {},
  };
  const shown = Object.entries(values).filter(([field]) => isVisible(center, field as AccountField));
  return Object.assign({ id: 'ada', createdAt }, ...shown.map(([, value]) => value));
};

const sessionOf = (id: string, userAgent: string, isCurrent: boolean, ago: number): OwnSession => ({
  ...{ id, userId: 'ada', userAgent, isCurrent, applications: [], ip: '203.0.113.7' },
  ...{ signedInAt: createdAt, lastActiveAt: Date.now() - ago, expiresAt: Date.now() + hour },
});

const chrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Chrome/140.0 Safari/537.36';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1';

const grant: OwnGrant = {
  id: 'ledger',
  application: { id: 'ledger', name: 'Ledgerly', type: 'Traditional', isThirdParty: true, logoUrl: null },
  ...{ scopes: ['profile', 'email'], permissions: [], organizations: [], hasRefreshToken: true, isCurrent: false },
  ...{ grantedAt: createdAt, expiresAt: Date.now() + hour },
};

const factorsFor = (settings: Settings): MfaVerification[] => {
  const since = new Date(createdAt).toISOString();
  const all: MfaVerification[] = [
    { id: 'app', type: 'Totp', createdAt: since },
    { id: 'passkey', type: 'WebAuthn', createdAt: since, agent: chrome, name: 'MacBook Pro' },
  ];
  return all.filter(({ type }) => isOffered(settings, type));
};

/** Reads the example; the frame is not interactive, so nothing is changed. */
export const exampleApi = (settings: Settings): AccountApi => {
  const answers: Record<string, unknown> = {
    '/my-account/remembered-devices': [],
    '/my-account/sessions': [sessionOf('here', chrome, true, 0), sessionOf('phone', safari, false, 2 * hour)],
    '/my-account/grants': [grant],
    '/my-account/mfa-verifications': factorsFor(settings),
  };
  const read = async (path: string) => answers[path];
  return { call: (_: unknown, path: string) => read(path), list: read } as unknown as AccountApi;
};
