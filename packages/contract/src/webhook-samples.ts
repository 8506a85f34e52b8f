// Sample payloads of webhook events, with the real format and fake data: for tests, the console and the docs.
import { interactionWebhookEvents, type WebhookEvent } from './webhook-events.ts';

const at = (now: number) => new Date(now).toISOString();

const user = (now: number) => ({
  id: 'sample-user',
  username: 'jane_doe',
  primaryEmail: 'jane@example.com',
  primaryPhone: '12025550100',
  primaryEmailVerified: true,
  primaryPhoneVerified: true,
  name: 'Jane Doe',
  avatar: 'https://example.com/jane.png',
  customData: { color: 'blue' },
  identities: {},
  lastSignInAt: now,
  createdAt: now,
  updatedAt: now,
  profile: { givenName: 'Jane', familyName: 'Doe' },
  applicationId: 'sample-application',
  isSuspended: false,
});

const application = {
  id: 'sample-application',
  type: 'SPA',
  name: 'Sample application',
  description: 'An application that exists only in this test',
};

const interactionEvents: Partial<Record<WebhookEvent, string>> = {
  PostRegister: 'Register',
  PostSignIn: 'SignIn',
  PostResetPassword: 'ForgotPassword',
};

const entities: Record<string, object> = {
  Role: { id: 'sample-role', name: 'clerk', description: 'Sells things', type: 'User', isDefault: false },
  Scope: { id: 'sample-scope', resourceId: 'sample-resource', name: 'read:orders', description: 'Reads orders' },
  Organization: { id: 'sample-org', name: 'Sample organization', description: null, customData: {} },
  OrganizationRole: { id: 'sample-role', name: 'member', description: null, type: 'User' },
  OrganizationScope: { id: 'sample-scope', name: 'invite:member', description: null },
};

const dataOf = (event: WebhookEvent, now: number) => {
  if (event === 'Organization.Membership.Updated') return { organizationId: 'sample-org' };
  const [entity = ''] = event.split('.');
  return { data: entity === 'User' ? user(now) : (entities[entity] ?? {}) };
};

export const samplePayload = (hookId: string, event: WebhookEvent, now: number): object => {
  const common = { hookId, event, createdAt: at(now) };
  const visit = { userAgent: 'Mozilla/5.0 (sample)' };
  if (!(interactionWebhookEvents as readonly string[]).includes(event)) {
    return { ...common, ip: '192.0.2.1', ...visit, ...dataOf(event, now) };
  }
  return {
    ...common,
    interactionEvent: interactionEvents[event],
    sessionId: 'sample-session',
    ...visit,
    userIp: '192.0.2.1',
    userId: 'sample-user',
    user: user(now),
    application,
  };
};
