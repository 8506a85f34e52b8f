// Custom phrases: overrides and additional languages for the sign-in pages.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

type Phrases = { action: { sign_in: string; cancel: string } };

describe('custom phrases', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const put = (tag: string, translation: object) => api.call('PUT', `/custom-phrases/${tag}`, translation);
  const phrases = async (lng: string, headers: Record<string, string> = {}) => {
    const answer = await newVisitor(headers).get(`${server.origin}/api/.well-known/phrases?lng=${lng}`);
    return { language: answer.headers.get('content-language'), ...(answer.json() as Phrases) };
  };

  it('are written, read, listed and deleted', async () => {
    const created = await put('de', { action: { sign_in: 'Hereinspaziert', cancel: '' }, error: {} });
    // Empty texts are not stored.
    const expected = { tenantId: 'default', languageTag: 'de', translation: { action: { sign_in: 'Hereinspaziert' } } };
    expect([created.status, created.json()]).toMatchObject([201, expected]);
    expect((created.json() as typeof expected).translation).toEqual(expected.translation);
    expect((await put('fi-FI', {})).status).toBe(201);
    expect((await put('de', { action: { sign_in: 'Herein' } })).status).toBe(201);
    expect((await api.call('GET', '/custom-phrases/de')).json()).toMatchObject({
      translation: { action: { sign_in: 'Herein' } },
    });
    expect(((await api.call('GET', '/custom-phrases')).json() as object[]).length).toBe(2);
    expect((await api.call('DELETE', '/custom-phrases/fi-FI')).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect(outcome(await api.call(method, '/custom-phrases/fi-FI'))).toEqual([404, 'entity.not_exists_with_id']);
    }
  });

  it('override ours in the pages and at the public endpoint', async () => {
    expect(await phrases('de')).toMatchObject({ language: 'de', action: { sign_in: 'Herein', cancel: 'Abbrechen' } });
    const page = await newVisitor({ 'accept-language': 'de' }).get(`${server.origin}/unknown-session`);
    expect(page.body).toContain('"sign_in":"Herein"');
  });

  it('replace the compressed response and its ETag', async () => {
    const get = (headers: Record<string, string> = {}) =>
      newVisitor({ 'accept-encoding': 'br', ...headers }).get(`${server.origin}/api/.well-known/phrases?lng=de`);
    const [first, second] = [await get(), await get()];
    const etag = first.headers.get('etag') ?? '';
    expect([first, second].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'br']);
    expect([second.headers.get('etag'), second.body]).toEqual([etag, first.body]);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    for (const [accepted, encoding] of [
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0, gzip;q=0', null],
    ] as const) {
      const other = await get({ 'accept-encoding': accepted });
      expect([other.headers.get('content-encoding'), other.body]).toEqual([encoding, first.body]);
    }
    await put('de', { action: { sign_in: 'Anmelden bitte' } });
    const changed = await get({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(changed.json()).toMatchObject({ action: { sign_in: 'Anmelden bitte', cancel: 'Abbrechen' } });
    await put('de', { action: { sign_in: 'Herein' } });
  });

  it('add further languages', async () => {
    await put('fi-FI', { action: { sign_in: 'Kirjaudu' } });
    expect(await phrases('fi')).toMatchObject({ language: 'fi-FI', action: { sign_in: 'Kirjaudu', cancel: 'Cancel' } });
    expect(await phrases('', { 'accept-language': 'fi-FI,fi;q=0.9,de;q=0.8' })).toMatchObject({ language: 'fi-FI' });
    // A regional variant is based on its built-in language.
    await put('de-DE', { action: { sign_in: 'Rein da' } });
    expect(await phrases('de-DE')).toMatchObject({
      language: 'de-DE',
      action: { sign_in: 'Rein da', cancel: 'Abbrechen' },
    });
    const shown = (await newVisitor().get(`${server.origin}/api/.well-known/sign-in-exp`)).json();
    expect(shown).toMatchObject({ customLanguages: ['de', 'de-DE', 'fi-FI'] });
  });

  it('can become the default language, and then cannot be deleted', async () => {
    const makeDefault = (fallbackLanguage: string) =>
      api.call('PATCH', '/sign-in-exp', { languageInfo: { autoDetect: false, fallbackLanguage } });
    expect(outcome(await makeDefault('sv'))).toEqual([400, 'sign_in_experiences.unsupported_default_language']);
    expect((await makeDefault('fi-FI')).status).toBe(200);
    expect(await phrases('')).toMatchObject({ language: 'fi-FI' });
    expect(outcome(await api.call('DELETE', '/custom-phrases/fi-FI'))).toEqual([
      409,
      'localization.cannot_delete_default_language',
    ]);
    expect((await makeDefault('en')).status).toBe(200);
    expect((await api.call('DELETE', '/custom-phrases/fi-FI')).status).toBe(204);
    expect(await phrases('fi')).toMatchObject({ language: 'en' });
  });

  it('reject keys that English does not have', async () => {
    for (const translation of [
      { nowhere: 'x' },
      { action: { nowhere: 'x' } },
      { action: 'x' },
      { action: { sign_in: { deeper: 'x' } } },
      { action: { sign_in: 5 } },
      { action: ['x'] },
      { action: null },
      { constructor: { name: 'x' } },
      { action: { toString: 'x' } },
      { action: { sign_in: 'x'.repeat(5000) } },
    ]) {
      const answer = await put('fr', translation);
      expect(outcome(answer), JSON.stringify(translation)).toEqual([422, 'localization.invalid_translation_structure']);
    }
    expect(outcome(await put('klingon', {}))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await put('xx-XX', {}))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await put('fr', [] as object))).toEqual([400, 'guard.invalid_input']);
  });

  it('are never treated as markup', async () => {
    await put('en', { description: { sign_in: '</script><script>alert(1)</script>' } });
    const page = await newVisitor().get(`${server.origin}/unknown-session`);
    expect(page.body).not.toContain('</script><script>alert');
    await api.call('DELETE', '/custom-phrases/en');
  });
});
