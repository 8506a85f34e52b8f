// Responses of providers are shown without secrets and tokens.
import { describe, expect, it } from 'vitest';
import { maskResponse } from './mask-response.ts';

const secret = 's3cret/"+ä';

describe('responses of providers', () => {
  it('keeps what explains the error', () => {
    const body = '{"error":"invalid_client","error_description":"The client secret is wrong.","status":401}';
    expect(JSON.parse(maskResponse(body, [secret]))).toEqual(JSON.parse(body));
  });

  it('hides tokens by their name and their form', () => {
    const body = JSON.stringify({
      access_token: 'opaque',
      nested: { id_token: 'x' },
      note: 'eyJhbGciOiJ.eyJzdWIi.c2ln',
    });
    expect(JSON.parse(maskResponse(body, []))).toEqual({
      access_token: '******',
      nested: { id_token: '******' },
      note: '******',
    });
    expect(maskResponse('Authorization: Bearer abc.def-123', [])).toBe('Authorization: ******');
  });

  it.each([
    ['plain', secret],
    ['encoded', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify({ said: secret })],
    ['in Base64', Buffer.from(secret).toString('base64')],
  ])('hides a secret that is repeated: %s', (_, body) => {
    const shown = maskResponse(body, [secret]);
    expect(shown).toContain('******');
    expect(shown).not.toMatch(/s3cret|czNjcmV0/);
  });

  it('is short, printable text', () => {
    expect(maskResponse(`<h1>\u0000Error\u202e</h1>\n${'x'.repeat(5000)}`, [])).toMatch(/^<h1>Error<\/h1>\nx{1985}$/);
  });
});
