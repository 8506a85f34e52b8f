// Per-application sign-in branding and consent page details.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { useServer } from '../harness/server.ts';

describe('the sign-in experience of an application', () => {
  let api: ManagementApi;
  let path: string;
  beforeAll(async () => {
    api = await managementApi(await useServer());
    const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    path = `/applications/${id}/sign-in-experience`;
  });

  it('does not exist until it is created, and is then replaced', async () => {
    expect(outcome(await api.call('GET', path))).toEqual([404, 'entity.not_exists_with_id']);
    const body = { displayName: 'Shop', termsOfUseUrl: 'https://a.example/terms', privacyPolicyUrl: '' };
    const made = await api.call('PUT', path, body);
    expect([made.status, made.json()]).toMatchObject([
      201,
      {
        displayName: 'Shop',
        termsOfUseUrl: 'https://a.example/terms',
        privacyPolicyUrl: null,
        branding: {},
        color: {},
      },
    ]);
    const branding = { logoUrl: 'https://a.example/logo.svg' };
    const changed = await api.call('PUT', path, { branding, termsOfUseUrl: null, privacyPolicyUrl: null });
    expect([changed.status, changed.json()]).toMatchObject([
      200,
      { displayName: 'Shop', termsOfUseUrl: null, branding },
    ]);
    expect((await api.call('GET', path)).json()).toEqual(changed.json());
  });

  it.each([
    { termsOfUseUrl: 'javascript:alert(1)', privacyPolicyUrl: null },
    { termsOfUseUrl: null },
    { termsOfUseUrl: null, privacyPolicyUrl: null, displayName: 'x'.repeat(257) },
    { termsOfUseUrl: null, privacyPolicyUrl: null, branding: { logoUrl: 'data:text/html,x' } },
    { termsOfUseUrl: null, privacyPolicyUrl: null, color: { primaryColor: 'red' } },
  ])('refuses %j', async (body) => {
    expect(outcome(await api.call('PUT', path, body))).toEqual([400, 'guard.invalid_input']);
  });

  it('belongs to an application', async () => {
    const body = { termsOfUseUrl: null, privacyPolicyUrl: null };
    const answer = await api.call('PUT', '/applications/nobody/sign-in-experience', body);
    expect(outcome(answer)).toEqual([404, 'entity.not_exists_with_id']);
  });
});
