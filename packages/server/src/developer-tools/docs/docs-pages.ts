// The documentation at `/docs` of every tenant and the console. It contains nothing of a tenant but its endpoint, so it
// may share an origin with both.
import ar from '@tessera/phrases/ar/docs.json' with { type: 'json' };
import de from '@tessera/phrases/de/docs.json' with { type: 'json' };
import en from '@tessera/phrases/en/docs.json' with { type: 'json' };
import { directionOf, matchLanguage } from '@tessera/phrases/languages';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../infrastructure/http/plain-page.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { type Destination, defaultTenant, isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { contentSecurityPolicy } from '../../infrastructure/http/security-headers.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
import { readDocsPage } from './docs-files.ts';

const phrases: Record<string, Record<string, string>> = { ar, de, en };
const languages = ['ar', 'de', 'en'] as const;

export const registerDocsPages = (
  app: FastifyInstance,
  services: Pick<Services, 'addresses' | 'settings' | 'tenants' | 'wire'>,
) => {
  const { addresses, settings } = services;
  /** On the console's own origin the documentation is about the managed tenant. */
  const endpointAt = (destination: Destination) => {
    if (!isAdminTenant(destination.tenantId)) return addresses.at(destination);
    return addresses.tenant(settings.capabilities.hasRootTenant ? defaultTenant : '{tenantId}');
  };
  const baseAt = (destination: Destination) =>
    `${destination.isConsole ? '' : addresses.pathOf(addresses.at(destination))}/docs`;

  app.get('/docs/*', async (request, reply) => {
    const { destination, languages: wanted } = visitOf(request.raw);
    await services.tenants.require(destination.tenantId);
    const page = await readDocsPage(destination.path.slice(1) || 'index');
    if (page === undefined) throw new RequestError('request.not_found');
    const language = matchLanguage(wanted, languages) ?? 'en';
    const nonce = random.nonce();
    const values: Record<string, string> = {
      nonce,
      lang: language,
      dir: directionOf(language),
      base: baseAt(destination),
      endpoint: endpointAt(destination),
      namespace: services.wire.namespace,
    };
    const html = page.replace(/\{\{(t:)?([a-z_]+)\}\}/g, (whole, isPhrase, key) =>
      escapeHtml((isPhrase ? phrases[language]?.[key] : values[key]) ?? whole),
    );
    return reply
      .headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy({ nonce }),
        // The response depends on the reader's language and has its own nonce.
        'Cache-Control': 'no-store',
      })
      .send(html);
  });
};
