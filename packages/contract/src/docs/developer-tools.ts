// Documents webhooks, audit logs and signing keys.

import type { auditLogs } from '../audit-logs.ts';
import type { signingKeys } from '../signing-keys.ts';
import type { webhooks } from '../webhooks.ts';
import type { ResourceDoc } from './document.ts';

export const webhooksDoc: ResourceDoc<typeof webhooks> = {
  title: 'Webhooks',
  about: 'Endpoints that are notified when users sign in or data changes.',
  operations: {
    list: { summary: 'Returns webhooks, newest first; all of them unless a page is requested.' },
    create: {
      summary: 'Creates a webhook.',
      errors: ['hook.missing_events'],
      body: {
        name: 'Shop',
        events: ['User.Created', 'PostSignIn'],
        config: { url: 'https://shop.example.com/hook', retries: 3 },
      },
    },
    get: { summary: 'Returns a webhook.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of a webhook.',
      errors: ['entity.not_exists', 'hook.missing_events'],
      body: { events: ['User.Created', 'User.Deleted'], enabled: true },
    },
    remove: { summary: 'Deletes a webhook.', errors: ['entity.not_exists_with_id'] },
    renewSigningKey: { summary: 'Replaces the signing key of a webhook.', errors: ['entity.not_exists'] },
    test: {
      summary: "Sends sample payloads to an endpoint that doesn't have to be saved.",
      errors: [
        'entity.not_exists_with_id',
        'hook.missing_events',
        'hook.send_test_payload_failed',
        'hook.endpoint_responded_with_error',
      ],
      body: { events: ['User.Created'], config: { url: 'https://shop.example.com/hook' } },
    },
    listRequests: {
      summary: 'Returns a page of requests that ended, newest first. By default those of the last 24 hours.',
      errors: ['entity.not_exists_with_id'],
    },
    listPending: {
      summary: 'Returns a page of requests that wait for their first or next attempt, newest first.',
      errors: ['entity.not_exists_with_id'],
    },
    getRequest: { summary: 'Returns a request that was sent to a webhook.', errors: ['entity.not_exists_with_id'] },
    replay: {
      summary: 'Replays a request with its original payload.',
      errors: ['entity.not_exists_with_id', 'hook.disabled'],
    },
    replayFailed: {
      summary: 'Replays all failed requests of the last 24 hours.',
      errors: ['entity.not_exists_with_id', 'hook.disabled'],
    },
  },
  fields: {
    id: { text: 'ID of the webhook.', example: 'k7q0d4x8v2bn' },
    name: { text: 'Name of the webhook.', example: 'Shop' },
    event: { text: 'Single event, for older clients. `events` wins unless it is empty.', example: 'User.Created' },
    events: { text: 'Events to send.', example: ['User.Created', 'PostSignIn'] },
    config: 'Where and how to send requests.',
    url: { text: 'URL of the endpoint.', example: 'https://shop.example.com/hook' },
    headers: { text: 'Headers to send with each request.', example: { 'X-Tenant': 'acme' } },
    retries: { text: 'Retries after a failed request, at most 3.', example: 3 },
    signingKey: { text: 'Key of the HMAC-SHA256 signature of each request.', example: 'whs_3kVf8Qz1Lw6' },
    enabled: 'Whether requests are sent.',
    includeExecutionStats: { text: 'Whether to include statistics of the last 24 hours.', example: 'true' },
    executionStats: 'Requests of the last 24 hours.',
    requestCount: { text: 'Number of requests.', example: 120 },
    successCount: { text: 'Number of successful requests.', example: 118 },
    pendingCount: { text: 'Number of requests that wait for an attempt.', example: 1 },
    previousKeyExpiresAt: {
      text: 'Until when requests are also signed with the previous key. Missing if there is none.',
      example: 1767312000000,
    },
    overlapHours: {
      text: 'Hours for which requests are also signed with the previous key, at most 168. Default: 0.',
      example: 24,
    },
    result: 'Only requests with this result.',
    from: {
      text: 'Earliest time, in milliseconds since the Unix epoch. Default: 24 hours ago.',
      example: 1767225600000,
    },
    nextAttemptAt: { text: 'When a pending request is sent next. Missing once it ended.', example: 1767225660000 },
    'listPending.id': { text: 'ID of the request.', example: 'j2f6t0p9s3wz' },
    logKey: { text: 'Only requests of this event, as `TriggerHook.{event}`.', example: 'TriggerHook.User.Created' },
    logId: { text: 'ID of the request.', example: 'j2f6t0p9s3wz' },
    key: { text: 'Event of the request, as `TriggerHook.{event}`.', example: 'TriggerHook.User.Created' },
    payload: { text: 'Request, response and result.', example: { result: 'Success', hookId: 'k7q0d4x8v2bn' } },
    'listRequests.id': { text: 'ID of the request.', example: 'j2f6t0p9s3wz' },
    'getRequest.id': { text: 'ID of the request.', example: 'j2f6t0p9s3wz' },
    count: { text: 'Number of replayed requests.', example: 2 },
  },
};

export const auditLogsDoc: ResourceDoc<typeof auditLogs> = {
  title: 'Audit logs',
  about: 'Events of sign-in and tokens, and changes by administrators.',
  operations: {
    list: {
      summary: 'Returns a page of audit log entries, newest first.',
      description: 'Follow the `Next-Cursor` header with `cursor` to read further than pages allow.',
    },
    get: { summary: 'Returns an audit log entry.', errors: ['entity.not_exists_with_id'] },
    listActors: {
      summary: 'Returns who made the latest changes.',
      description: 'Users and applications of the newest 500 changes, the most recent first.',
    },
    export: {
      summary: 'Downloads audit log entries as CSV or NDJSON, newest first.',
      description: 'A file has up to 100,000 entries; `Next-Cursor` is the cursor of the next file.',
    },
  },
  fields: {
    id: { text: 'ID of the entry.', example: 'v4z8c1m5q9xr' },
    'query.userId': { text: 'Only entries about this user.', example: 'u8k2m4qs7x1c' },
    organizationId: {
      text: 'Only changes of this organization, its members, roles, domains and invitations.',
      example: 'o3h6t1z8y4bk',
    },
    'query.applicationId': { text: 'Only entries about this application.', example: 'a5v9c3n0r2lw' },
    'payload.userId': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    'payload.applicationId': { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    logKey: {
      text: 'Only entries with this key or below it, for example `Interaction`.',
      example: 'Interaction.SignIn',
    },
    from: { text: 'Earliest time, in milliseconds since the Unix epoch.', example: 1767225600000 },
    to: { text: 'Latest time, in milliseconds since the Unix epoch.', example: 1767312000000 },
    'query.result': 'Only entries with this result.',
    'query.ip': { text: 'Only entries from this IP address.', example: '203.0.113.7' },
    'query.audience': {
      text: 'Only tokens for this API. Ignored for changes.',
      example: 'https://orders.example.com',
    },
    audience: { text: 'API that the token was issued for.', example: 'https://orders.example.com' },
    'query.connectorId': {
      text: 'Only events about this social or enterprise SSO connector; for messages, the ID of its type. Ignored for changes.',
      example: 'simple-mail-transfer-protocol',
    },
    'query.sessionId': { text: 'Only entries of this session.', example: 'x7Jd0pQm2Lw9' },
    'query.interactionId': {
      text: 'Only entries of these sign-in attempts, up to 100 separated by commas.',
      example: 'p0Lx5vT2nQ8d',
    },
    'listActors.id': { text: 'ID of the user or application.', example: 'u8k2m4qs7x1c' },
    'listActors.type': 'Type of the actor.',
    'listActors.name': { text: 'Name of the actor. Missing if it was deleted.', example: 'Ada Lovelace' },
    cursor: { text: 'Value of the `Next-Cursor` header to continue from.', example: '1767225600000-v4z8c1m5q9xr' },
    format: 'Format of the file. Default: `csv`.',
    limit: { text: 'Maximum number of entries.', example: 1000 },
    key: { text: 'Key of the event.', example: 'Interaction.SignIn.Submit' },
    payload: 'Details of the event.',
    result: 'Whether the event succeeded.',
    error: { text: 'Error, if the event failed.', example: 'session.invalid_credentials' },
    userAgentParsed: 'Browser, operating system and device. Only when a single entry is read.',
    browser: 'Browser.',
    os: 'Operating system.',
    name: { text: 'Name.', example: 'Firefox' },
    version: { text: 'Version.', example: '140.0' },
    device: 'Device.',
    type: 'Type of device.',
    model: { text: 'Model of the device.', example: 'iPhone' },
    interactionId: { text: 'ID of the sign-in interaction.', example: 'p0Lx5vT2nQ8d' },
    isTest: 'Whether it happened with **Try it** in the console, not through the application itself.',
    params: { text: 'Parameters of the request.', example: { scope: 'openid profile' } },
    actor: 'Administrator or application that acted for or as the user.',
    'actor.id': { text: 'ID of the user or application.', example: 'u8k2m4qs7x1c' },
    'actor.type': 'Type of the actor.',
    'actor.name': {
      text: 'Name of the actor, when a single entry is read. Missing if it was deleted.',
      example: 'Ada Lovelace',
    },
    reason: { text: 'Reason for acting as the user.', example: 'Ticket 4711: cannot see invoices' },
  },
};

export const signingKeysDoc: ResourceDoc<typeof signingKeys> = {
  title: 'Signing keys',
  about: 'Keys that sign tokens and cookies. Key material never leaves the server.',
  operations: {
    listPrivate: { summary: 'Returns the private keys that sign tokens, newest first.' },
    rotatePrivate: {
      summary: 'Creates a new private key for tokens and keeps the previous one for verification.',
      description: 'Returns once all nodes sign with the new key.',
    },
    removePrivate: {
      summary: 'Deletes a private key. Tokens signed with it become invalid.',
      errors: ['oidc.key_not_found', 'oidc.key_required'],
    },
    getRotation: { summary: 'Returns the schedule of rotations of private keys, and the next key.' },
    updateRotation: {
      summary: 'Schedules rotations of private keys, or ends the schedule.',
      description: 'A rotation keeps the current key as the previous one and makes the next key the current one.',
    },
    listCookie: { summary: 'Returns the keys that sign cookies, newest first.' },
    rotateCookie: { summary: 'Creates a new cookie key and keeps the previous one for verification.' },
    removeCookie: {
      summary: 'Deletes a cookie key. Sessions signed with it end.',
      errors: ['oidc.key_not_found', 'oidc.key_required'],
    },
  },
  fields: {
    id: { text: 'ID of the key.', example: 'e8b2n6w0k4ld' },
    keyId: { text: 'ID of the key.', example: 'e8b2n6w0k4ld' },
    signingKeyAlgorithm: { text: 'Algorithm of the key.', example: 'EC' },
    everyDays: { text: 'Days between scheduled rotations; `null` if keys are rotated manually.', example: 90 },
    nextRotationAt: { text: 'Time of the next scheduled rotation.', example: 1_770_000_000_000 },
    nextKey: 'Key that signs from the next rotation on. It is in JWKS already.',
  },
};
