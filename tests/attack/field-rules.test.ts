// Rules for contract fields: no undeclared secret, no operation that returns one by accident, and users can write only
// their own fields.
import { builtInConnectors, namespacedConnectors } from '@tessera/connectors/built-in';
import { type Field, fieldsOf, insideOf, secret, secretRuleOf, writerOf } from '@tessera/contract/field-rules';
import type { Access } from '@tessera/contract/kit';
import { userDetails } from '@tessera/contract/users';
import { masked } from '@tessera/server/infrastructure/audit/audit';
import { isSecretColumn } from '@tessera/server/infrastructure/database/secret-columns';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { operations } from '../harness/contract.ts';

/** Object fields are checked one by one; numbers, booleans and literals are not secrets. */
const canHoldText = (schema: $ZodType): boolean => {
  const { type } = (schema as $ZodTypes)._zod.def;
  if (['string', 'any', 'unknown', 'lazy'].includes(type)) return true;
  const { forms, items } = insideOf(schema);
  return (type === 'object' ? [] : [...forms, ...items]).some(canHoldText);
};

describe('T02 every field that may be a secret is declared', () => {
  const suspicious = /secret|hash|key|token|password|credential|private/i;
  /** Names that only sound secret. */
  const harmless = new Set([
    // The public key of a passkey.
    'publicKey',
    // Public on every sign-in page.
    'siteKey',
    // "Bearer".
    'tokenType',
    'token_type',
    // The context of a subject token, and the sample data of a script; not tokens.
    'subjectTokenContext',
    'tokenSample',
    // A URL.
    'tokenEndpoint',
    // Names of a form field, a log entry, a delivery or a script.
    'key',
    'targetKey',
  ]);
  const undeclared = (schema: $ZodType) =>
    fieldsOf(schema)
      .filter(({ name, schema: field }) => suspicious.test(name) && !harmless.has(name) && canHoldText(field))
      .filter(({ schema: field }) => !secretRuleOf(field))
      .map(({ name }) => name);

  it.each(operations)('T02 $label', ({ operation: { body, response } }) => {
    expect([body, response].flatMap((schema) => (schema ? undeclared(schema) : []))).toEqual([]);
  });

  it('T02 detects one', () => {
    const declared = z.object({ password: secret(z.string(), { readBy: 'nobody' }) });
    expect(undeclared(declared)).toEqual([]);
    expect(undeclared(z.object({ password: z.string(), hasPassword: z.boolean() }))).toEqual(['password']);
    expect(undeclared(z.array(z.object({ user: z.optional(z.object({ tokens: z.array(z.string()) })) })))).toEqual([
      'tokens',
    ]);
  });

  it('T02 confidential connector fields are marked in their form', () => {
    const publicFields = new Set([
      ...['authorizationEndpoint', 'tokenEndpoint', 'tokenEndpointAuthMethod', 'tokenEndpointResponseType'],
      ...['clientSecretJwtSigningAlgorithm', 'idTokenVerificationConfig', 'authRequestOptionalConfig'],
      ...['signAuthnRequest', 'accessKeyId'],
    ]);
    const open = [...builtInConnectors, ...namespacedConnectors('tessera')].flatMap(({ id, formItems }) =>
      formItems
        .filter(({ key }) => !publicFields.has(key))
        .filter(({ key, isConfidential }) => /auth|secret|key|token|pass|headers/i.test(key) && !isConfidential)
        .map(({ key }) => `${id} ${key}`),
    );
    expect(open).toEqual([]);
  });
});

describe('T12 every operation that returns a secret declares it', () => {
  const readable = (schema: $ZodType | undefined) =>
    (schema ? fieldsOf(schema) : []).filter(({ schema: field }) => {
      const rule = secretRuleOf(field);
      return rule !== undefined && rule.readBy !== 'nobody';
    });

  it.each(operations)('T12 $label', ({ operation: { response, reveals } }) => {
    expect(readable(response).length > 0).toBe(reveals ?? false);
  });

  it('T12 only the Management API returns secrets to administrators', () => {
    const elsewhere = operations.filter(
      ({ resource, operation }) =>
        resource.access !== 'management' &&
        readable(operation.response).some(({ schema }) => secretRuleOf(schema)?.readBy === 'managers'),
    );
    expect(elsewhere.map(({ label }) => label)).toEqual([]);
  });
});

describe('T13 logs follow the declarations', () => {
  const names = new Set(
    operations
      .flatMap(({ operation: { body, response } }) => [body, response].flatMap((one) => (one ? fieldsOf(one) : [])))
      .filter(({ schema }) => secretRuleOf(schema))
      .map(({ name }) => name),
  );
  // Too general to be redacted everywhere, and no audit entry contains these fields.
  const general = ['value', 'config', 'environmentVariables'];

  it('T13 finds the secrets', () => expect(names.size).toBeGreaterThan(10));

  it.each([...names])('T13 %s is in no change record or audit entry', (name) => {
    expect(isSecretColumn('users', name)).toBe(true);
    if (!general.includes(name)) expect(masked({ [name]: 'visible' })).toEqual({ [name]: '******' });
  });
});

describe('T14 users write only their own fields', () => {
  const selfService: Access[] = ['account', 'me', 'interaction'];
  const topFields = (schema: $ZodType): Field[] => {
    const { forms, fields } = insideOf(schema);
    return [...fields.map(([name, field]) => ({ name, schema: field })), ...forms.flatMap(topFields)];
  };

  const writers = new Map(topFields(userDetails).map(({ name, schema }) => [name, writerOf(schema)]));
  /** Identifiers of flows, factors or records, or verification values, rather than user fields. */
  const proofs = new Set([
    ...['captchaToken', 'code', 'connectorData', 'payload', 'state', 'token'],
    ...['verificationCode', 'verificationId', 'verificationRecordId', 'newIdentifierVerificationRecordId'],
    ...[
      'connectorId',
      'identifier',
      'identifierType',
      'interactionEvent',
      'linkSocialIdentity',
      'redirectUri',
      'scope',
    ],
    ...['templateType', 'organizationIds', 'keepSessions', 'canCreatePasskey', 'rememberDevice'],
    // A profile step names the field in `type`; the server checks whether users may set it.
    ...['type', 'value', 'values'],
    // An avatar before its URL is saved.
    'file',
  ]);

  it('T14 every user field declares who writes it', () => {
    const silent = topFields(userDetails).filter(({ schema }) => !writerOf(schema));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it.each(operations.filter(({ resource, operation }) => selfService.includes(resource.access) && operation.body))(
    'T14 $label',
    ({ operation: { body } }) => {
      const foreign = topFields(body as $ZodType)
        .filter(({ name }) => !proofs.has(name))
        .filter(({ name, schema }) => !['users', 'both'].includes(writers.get(name) ?? writerOf(schema) ?? ''))
        .map(({ name }) => name);
      expect(foreign).toEqual([]);
    },
  );
});
