// Configuration errors of connectors whose fields depend on each other, or are endpoints, keys and documents: they name
// the field, in the administrator's language.
import { builtInConnectors } from '@tessera/connectors/built-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { connectorFields } from './field-cases.ts';

type Issue = { path: (string | number)[]; message: string };
const cases = Object.entries(connectorFields).flatMap(([id, { wrong }]) =>
  wrong.map(([field, change, english, german]) => ({ id, field, change, english, german })),
);

describe('configuration errors of connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  afterAll(async () => expect((await api.call('GET', '/connectors')).json()).toEqual([]));

  // The tests of messages and social sign-in try every field of the others.
  it.each(['http-email', 'http-sms', 'apple-universal', 'saml'])('every field of %s is tried', (id) => {
    const fields = builtInConnectors.find((one) => one.id === id)?.formItems.map(({ key: name }) => name) ?? [];
    const tried = connectorFields[id]?.wrong.map(([field]) => field.split('.')[0]);
    expect(fields.filter((field) => !tried?.includes(field))).toEqual([]);
    expect(fields.length).toBeGreaterThan(0);
  });

  it.each(cases)('$id names $field: $english', async ({ id, field, change, english, german }) => {
    const { config, metadata: facts } = connectorFields[id] as (typeof connectorFields)[string];
    const body = { connectorId: id, config: { ...config, ...change }, ...(facts && { metadata: facts }) };
    for (const [language, message] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const answer = await api.call('POST', '/connectors', body, { 'accept-language': language });
      expect(outcome(answer), answer.body).toEqual([400, 'connector.invalid_config']);
      const { issues } = (answer.json() as { data: { issues: Issue[] } }).data;
      expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
    }
  });
});
