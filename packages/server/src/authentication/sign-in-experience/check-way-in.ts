// Refuses settings that leave no way to sign in: no method, no passkey button, no social and no enterprise SSO connector.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { offeredConnectors } from './offered-connectors.ts';

const concerned = [
  'signIn',
  'passkeySignIn',
  'socialSignInConnectorTargets',
  'singleSignOnEnabled',
  'signInMode',
] as const;

export const checkWayIn = async (
  { db, services }: Pick<Context, 'db' | 'services'>,
  after: SignInExperience,
  sent: Partial<SignInExperience>,
) => {
  const isConcerned = concerned.some((name) => sent[name] !== undefined);
  if (!isConcerned || after.signInMode === 'Register' || after.signIn.methods.length > 0) return;
  if (after.passkeySignIn.enabled && after.passkeySignIn.showPasskeyButton) return;
  const { factories, settings } = services;
  const offered = await offeredConnectors(db, factories, after, settings.ssoDomainVerification);
  const { socialConnectors, ssoConnectors } = offered;
  if (socialConnectors.length + ssoConnectors.length > 0) return;
  const issue = { code: 'custom' as const, path: ['signIn', 'methods'], key: 'sign_in_method' as const };
  throw new RequestError('sign_in_experiences.no_sign_in_method', { fields: { part: 'body', issues: [issue] } });
};
