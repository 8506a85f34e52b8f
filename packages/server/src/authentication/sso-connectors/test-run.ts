// Runs a connection test with the functions of the sign-in, up to the decision about the user. Nothing is written.
import type { SocialSession } from '@tessera/connectors/connector';
import type { SsoConnection, SsoDocument, SsoProvider } from '@tessera/connectors/sso/sso-provider';
import type { JsonObject } from '@tessera/contract/fields';
import type { SsoConnectorTest } from '@tessera/contract/sso-connector-tests';
import { isSecretSsoEntry } from '@tessera/contract/sso-connectors';
import { ssoTestSteps } from '@tessera/contract/sso-test-steps';
import { decideSsoUser, findRefusedUser } from '../experience/sso-decision.ts';
import { type SsoContext, serviceProviderOf } from './find.ts';
import { identifySsoUser } from './identify.ts';
import { serviceProviderKey } from './saml-keys.ts';
import { createDiagnosis, emailProblem, experienceOf } from './test-problems.ts';
import { type RecordedStep, recordSteps } from './test-trace.ts';
import type { SsoConnectorInUse } from './usable.ts';

export type Result = Pick<SsoConnectorTest, 'attributes' | 'user' | 'redirectUri'> & { steps: RecordedStep[] };
/** Replaced by the result, so that the configuration is kept no longer than needed. */
export type Question = Result & { config: JsonObject; document: SsoDocument; session: SocialSession };
type Tested = { connectorId: string; provider: SsoProvider; config: JsonObject };
/** Of the connector as it is now, whose rules decide about the user. */
type Decided = Tested & { configDigest: string };
type Answer = { data: Record<string, string>; askedAt: number };

const secretsIn = (config: JsonObject) =>
  Object.entries(config).flatMap(([name, value]) =>
    isSecretSsoEntry(config, name) && typeof value === 'string'
      ? [value, [config.clientId, value].map(String).map(encodeURIComponent).join(':')]
      : [],
  );

/** Sign-ins use a stored copy of the document and refresh it; a test reads it without storing it. */
const connectionOf = (
  ctx: SsoContext,
  { connectorId, provider, config }: Tested,
  document: SsoDocument,
): SsoConnection => ({
  ...{ connectorId, config, document },
  serviceProvider: serviceProviderOf(ctx, connectorId),
  latestDocument: () => provider.loadDocument(config, ctx.services.messages.tools),
  serviceProviderKey: () => serviceProviderKey(ctx, connectorId),
});

export const ask = async (
  ctx: SsoContext,
  { row: { id: connectorId }, provider, config }: SsoConnectorInUse,
  { state, redirectUri }: { state: string; redirectUri: string },
): Promise<{ uri: string | null; data: Result | Question }> => {
  const { tools } = ctx.services.messages;
  const { signInMode } = await experienceOf(ctx);
  const diagnose = createDiagnosis(provider, config, signInMode);
  const { trace, all } = recordSteps({ diagnose, now: tools.now, secrets: secretsIn(config) });
  const result = { redirectUri, attributes: null, user: null };
  try {
    const document = await provider.loadDocument(config, tools, trace);
    const connection = connectionOf(ctx, { connectorId, provider, config }, document);
    const request = { state, redirectUri };
    const { uri, session = {} } = await trace('redirect', () => provider.authorize(request, connection, tools));
    // The provider has not accepted the request yet.
    const steps = all().filter(({ name }) => name !== 'redirect');
    return { uri, data: { ...result, steps, config, document, session } };
  } catch (error) {
    ctx.log.info({ err: error, connectorId }, 'a connection test failed');
    return { uri: null, data: { ...result, steps: all() } };
  }
};

const attributesOf = ({ id, name, avatar, email, unverifiedEmail, unverifiedPhone }: Attributes): Attributes => ({
  id,
  ...(name && { name }),
  ...(avatar && { avatar }),
  ...(email && { email }),
  ...(unverifiedEmail && { unverifiedEmail }),
  ...(unverifiedPhone && { unverifiedPhone }),
});
type Attributes = NonNullable<Result['attributes']>;

export const answer = async (
  ctx: SsoContext,
  tested: Decided,
  { document, session, redirectUri, steps: before }: Question,
  { data, askedAt }: Answer,
): Promise<Result> => {
  const { connectorId, provider, config, configDigest } = tested;
  const { tools } = ctx.services.messages;
  const { signInMode, singleSignOnEnabled } = await experienceOf(ctx);
  const secrets = [...secretsIn(config), ...Object.values(session).map(String), ...(data.code ? [data.code] : [])];
  const diagnose = createDiagnosis(provider, config, signInMode);
  const recorded = recordSteps({
    diagnose,
    now: tools.now,
    secrets,
    steps: before,
    began: { sign_in: askedAt, response: askedAt },
  });
  const { trace, all, warn, explain } = recorded;
  const connection = connectionOf(ctx, tested, document);
  try {
    const identifying = provider.identify({ data, redirectUri, session }, connection, tools, trace);
    const found = await identifySsoUser(ctx, tested, connectorId, identifying, trace);
    const attributes = attributesOf(found.user);
    const isSharedIssuer = provider.isShared(document);
    const problem = emailProblem(provider, found.user, { domains: found.domains, isSharedIssuer });
    const signedIn = { user: attributes.email ?? attributes.unverifiedEmail ?? attributes.name ?? attributes.id };
    explain(provider.type === 'saml' ? 'response' : 'sign_in', signedIn);
    if (problem) warn('attributes', problem);
    const received = Object.keys((found.user.rawData as object | undefined) ?? {}).join(', ');
    if (problem?.code === 'email_missing') explain('attributes', { received });
    if (attributes.unverifiedEmail) explain('attributes', { email: attributes.unverifiedEmail });
    const issuer = provider.issuerOf(config, document);
    const about = { connectorId, configDigest, issuer, isSharedIssuer, user: found.user };
    const record = { id: '', type: 'EnterpriseSso' as const, verified: true, ...about };
    const user = await trace('user', () => decideSsoUser(ctx, record)).catch(() => findRefusedUser(ctx, record));
    if (!singleSignOnEnabled) warn('user', { code: 'sso_disabled' });
    return { steps: all(), attributes, user, redirectUri };
  } catch (error) {
    ctx.log.info({ err: error, connectorId }, 'a connection test failed');
    return { steps: endWithFailure(all(), provider), attributes: null, user: null, redirectUri };
  }
};

/** An error between two steps belongs to the next one. */
const endWithFailure = (steps: RecordedStep[], { type }: SsoProvider): RecordedStep[] => {
  if (steps.some(({ status }) => status === 'failed')) return steps;
  const next = ssoTestSteps[type].find((name) => steps.every((step) => step.name !== name)) ?? 'user';
  return [...steps, { name: next, status: 'failed', durationMs: 0, facts: {}, problem: { code: 'provider_error' } }];
};
