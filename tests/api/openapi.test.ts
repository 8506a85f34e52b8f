// The OpenAPI documents are valid and cover the whole contract.
import { describe, expect, it } from 'vitest';
import { isCloud, operations } from '../harness/contract.ts';
import { type OpenApi, openApiProblems } from '../harness/openapi.ts';
import { useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

type Schema = {
  properties?: Record<string, Schema & { description?: string }>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
};

/** Names of fields without a description, at any depth. */
const undescribed = (schema: Schema = {}): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [name]),
    ...undescribed(field),
  ]),
  ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(undescribed),
];

describe('OpenAPI documents', async () => {
  const server = await useServer();
  const cloud = await useServer({ edition: 'cloud' });
  const read = async (path: string, origin = server.origin): Promise<OpenApi> => {
    const answer = await newVisitor().get(`${origin}/api${path}`);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const described = (document: OpenApi) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  const expected = (accesses?: string[]) =>
    operations
      .filter((one) => (accesses ? accesses.includes(one.resource.access) : !isCloud(one)))
      .map(({ operation, path }) => `${operation.method} ${path.replace(/:(\w+)/g, '{$1}')}`);

  it.each([
    ['/.well-known/management.openapi.json', ['management', 'public']],
    ['/.well-known/experience.openapi.json', ['interaction']],
    ['/.well-known/user.openapi.json', ['account', 'me']],
    ['/swagger.json', undefined],
  ])('T05 is valid and complete: %s', async (path, accesses) => {
    const document = await read(path);
    expect(openApiProblems(document)).toEqual([]);
    expect(described(document).sort()).toEqual(expected(accesses).sort());
  });

  it('T05 is valid and complete for the cloud edition', async () => {
    const document = await read('/swagger.json', cloud.origin);
    expect(openApiProblems(document)).toEqual([]);
    expect(described(document).sort()).toEqual(expected(['cloud', 'organization', 'cloudPublic']).sort());
  });

  it('T05 describes requests and responses', async () => {
    const { paths } = await read('/swagger.json');
    const create = paths['/api/applications']?.post;
    const body = create?.requestBody?.content?.['application/json']?.schema as {
      required: string[];
      properties: object;
    };
    expect(body.required).toEqual(['name', 'type']);
    expect(body.properties).toHaveProperty('oidcClientMetadata');
    expect(create?.responses?.['200']?.content?.['application/json']?.schema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string', maxLength: 21 }, createdAt: { type: 'number' } },
    });
    const names = paths['/api/applications']?.get?.parameters?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['page', 'page_size', 'types', 'isThirdParty']));
  });

  it('T05 documents every operation, parameter and field', async () => {
    const { paths } = await read('/swagger.json');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ label: `${method} ${path}`, ...operation })),
    );
    const withoutText = described.flatMap(({ label, summary, parameters = [], requestBody, responses = {} }) => [
      ...(summary ? [] : [label]),
      ...parameters.filter(({ description }) => !description).map(({ name }) => `${label} ${name}`),
      ...[requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).flatMap(({ schema }) =>
          undescribed(schema).map((name) => `${label} ${name}`),
        ),
      ),
      ...Object.entries(responses).flatMap(([status, { description }]) => (description ? [] : [`${label} ${status}`])),
    ]);
    expect(withoutText).toEqual([]);
  });

  it("T05 lists an operation's errors and shows an example", async () => {
    const { paths } = await read('/swagger.json');
    const create = paths['/api/users']?.post;
    expect(create?.responses?.['422']?.description).toContain('- `user.email_already_in_use`: ');
    expect(create?.responses?.['401']?.description).toContain('- `auth.unauthorized`: ');
    expect(create?.requestBody?.content?.['application/json']?.example).toMatchObject({ username: 'jane_doe' });
    expect(paths['/api/users/{userId}']?.patch?.responses?.['412']?.description).toContain('entity.changed_meanwhile');
  });

  it('T05 describes the security schemes', async () => {
    const { paths } = await read('/.well-known/user.openapi.json');
    const headers = paths['/api/my-account/password']?.post?.parameters?.filter((one) => one.in === 'header');
    expect(headers?.map(({ name }) => name)).toEqual(['tessera-verification-id']);
  });

  it('the check finds problems', () => {
    const wrong = {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: {
        '/a/{id}': {
          get: { operationId: 'same', responses: { 200: { description: '' } } },
          put: {
            operationId: 'same',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: ['string', 'null'] } }],
            requestBody: { content: { 'application/json': { schema: { $ref: '#/$defs/x' } } } },
            responses: {},
          },
        },
      },
    } as unknown as OpenApi;
    expect(openApiProblems(wrong)).toEqual([
      'operationId "same"',
      '#/paths//a/{id}/put/requestBody/content/application/json/schema: #/$defs/x leads nowhere',
      'get /a/{id}: {id} is not declared',
      'put /a/{id}/id: type ["string","null"]',
      'put /a/{id}: no success',
    ]);
  });
});
