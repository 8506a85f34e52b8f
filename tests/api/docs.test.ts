// The documentation at /docs: complete, localized, with the tenant's values, and with a strict CSP.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@tessera/contract/api';
import { errors } from '@tessera/contract/errors';
import { describe, expect, it } from 'vitest';
import { callerWith, cloudResource, registerConsoleUser } from '../harness/console-user.ts';
import { useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

const guides = readdirSync(join(import.meta.dirname, '../../docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''));
const cloud = ['cloud', 'organization', 'cloudPublic'];
const references = Object.values(api)
  .filter(({ access }) => !cloud.includes(access))
  .map(({ name }) => `api/${name}`);

describe('documentation', async () => {
  const server = await useServer();
  const cloudServer = await useServer({ edition: 'cloud' });
  const read = (path: string, headers: Record<string, string> = {}, origin = server.origin) =>
    newVisitor().get(`${origin}/docs${path}`, headers);

  it.each(['', '/', '/errors', '/releases', ...[...guides, ...references].map((slug) => `/${slug}`)])(
    'answers %s',
    async (path) => {
      const { status, headers, body } = await read(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).toContain('<h1');
      expect(body).not.toMatch(/\{\{(t:|base|endpoint|nonce|lang|dir|namespace)/);
      // Nothing is loaded from other origins.
      expect([...body.matchAll(/(?:src|<link[^>]+href)="([^"]+)"/g)].map(([, url]) => url)).not.toContainEqual(
        expect.stringMatching(/^(?:https?:)?\/\//),
      );
    },
  );

  it('allows only its own script', async () => {
    const { headers, body } = await read('/api/users');
    const [, nonce] = /nonce="([^"]+)"/.exec(body) ?? [];
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      "worker-src 'self'",
      "connect-src 'self'",
      "frame-src 'none'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    const other = await read('/api/users');
    expect(other.body).not.toContain(`nonce="${nonce}"`);
  });

  it('serves its script, style and search index as immutable', async () => {
    const { body } = await read('');
    const files = [...body.matchAll(/"(\/docs-assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const answer = await newVisitor().get(`${server.origin}${file}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each(['/nothing', '/api/nothing', '/index.html', '/pages/index', '/api', '/operating/nothing'])(
    'has no %s',
    async (path) => {
      const { status } = await read(path);
      expect(status).toBe(404);
    },
  );

  it("uses the reader's language", async () => {
    const german = await read('', { 'accept-language': 'de' });
    expect(german.body).toContain('<html lang="de" dir="ltr">');
    expect(german.body).toContain('Dokumentation durchsuchen');
    const arabic = await read('', { 'accept-language': 'ar' });
    expect(arabic.body).toContain('<html lang="ar" dir="rtl">');
  });

  it("shows the tenant's endpoint in snippets", async () => {
    expect((await read('/api/users')).body).toContain(
      `curl --fail-with-body -X GET &#34;${server.origin}/api/users&#34;`,
    );
    const atConsole = await read('/api/users', {}, cloudServer.origin);
    expect(atConsole.body).toContain('/t/{tenantId}/api/users');
    const ada = await registerConsoleUser(cloudServer, 'ada', [cloudResource]);
    const call = callerWith(cloudServer, await ada.accessToken(cloudResource));
    const { id } = (await call('POST', '/api/tenants', { name: 'Shop' })).json() as { id: string };
    const atTenant = await newVisitor().get(`${cloudServer.origin}/t/${id}/docs/api/users`);
    expect(atTenant.body).toContain(`/t/${id}/api/users`);
    expect(atTenant.body).toContain(`href="/t/${id}/docs/errors"`);
  });

  it('has no broken links', async () => {
    const slugs = ['', '/errors', '/releases', ...[...guides, ...references].map((slug) => `/${slug}`)];
    const bodies = new Map<string, string>();
    for (const slug of slugs) bodies.set(slug, (await read(slug)).body);
    const broken = [...bodies].flatMap(([slug, body]) =>
      [...body.matchAll(/href="(?:\/docs((?:\/[^"#]*)?)|(?=#))(?:#([^"]+))?"/g)]
        .filter(([, page, anchor]) => {
          const target = bodies.get(page ?? slug);
          return target === undefined || (anchor !== undefined && !target.includes(` id="${anchor}"`));
        })
        .map(([link]) => `${slug}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('explains every error code', async () => {
    const { body } = await read('/errors');
    expect(Object.keys(errors).filter((code) => !body.includes(`id="${code}"`))).toEqual([]);
  });

  it('is linked from the console', async () => {
    const page = await newVisitor().get(`${server.origin}/console/welcome`);
    expect(page.body).toContain(`"docs":"${server.origin}/docs"`);
  });
});
