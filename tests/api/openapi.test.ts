// The OpenAPI documents: valid, and about everything the contract has.
import { describe, expect, it } from 'vitest';
import { isCloud, operations } from '../harness/contract.ts';
import { type OpenApi, openApiProblems } from '../harness/openapi.ts';
import { useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

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

  it('T05 says what a request takes and an answer has', async () => {
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

  it('T05 says by what people prove that it is them', async () => {
    const { paths } = await read('/.well-known/user.openapi.json');
    const headers = paths['/api/my-account/password']?.post?.parameters?.filter((one) => one.in === 'header');
    expect(headers?.map(({ name }) => name)).toEqual(['tessera-verification-id']);
  });

  it('the check finds what is wrong', () => {
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
