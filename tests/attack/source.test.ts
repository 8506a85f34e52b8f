// Promises about the source itself: one way out, one clock, one source of chance, one comparison, one way to a route.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../../packages');
type Source = { file: string; lines: string[] };

const sourcesOf = (...names: string[]): Source[] =>
  names.flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
      .map((file) => ({
        file: `${name}/${file}`,
        lines: readFileSync(join(packages, name, 'src', file), 'utf8').split('\n'),
      })),
  );
const server = sourcesOf('contract', 'phrases', 'server');
const apps = sourcesOf('console', 'sign-in');

/** Places where code, not a comment, fits the pattern. */
const found = (sources: Source[], pattern: RegExp, except: RegExp = /^$/): string[] =>
  sources
    .filter(({ file }) => !except.test(file))
    .flatMap(({ file, lines }) =>
      lines.flatMap((line, index) =>
        !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
    );

describe('T06 source', () => {
  it('goes out through the outbound gate alone', () => {
    const inside = /^server\/outbound\//;
    expect(found(server, /(?<![.\w])fetch\(|globalThis\.fetch|\bundici\b|\bXMLHttpRequest\b/, inside)).toEqual([]);
    expect(found(server, /from 'node:(https|http2|tls|dgram)'/, inside)).toEqual([]);
    // Plain listeners are made in two places; requests in none.
    expect(found(server, /import \{[^}]*\b(request|get|Agent)\b[^}]*\} from 'node:http'/, inside)).toEqual([]);
  });

  it('asks one clock and one source of chance', () => {
    expect(found(server, /\bDate\.now\b|new Date\(\)|\bDate\(\)/, /^server\/clock\.ts$/)).toEqual([]);
    expect(found([...server, ...apps], /Math\.random/)).toEqual([]);
    expect(
      found(
        server,
        /\brandom(Bytes|Int|UUID|FillSync)\b|getRandomValues/,
        /^server\/(random|postgres\/\w+|outbound\/self-signed)\.ts$/,
      ),
    ).toEqual([]);
  });

  it('never reads a token without verifying it', () => {
    expect(
      found([...server, ...apps], /decodeJwt|jwt\.decode|decodeProtectedHeader|JSON\.parse\(\s*(atob|Buffer\.from)\(/),
    ).toEqual([]);
  });

  it('A76 compares secrets in constant time', () => {
    const name = String.raw`[\w.?]*(?:secret|password|token|digest|signature|hmac|apiKey)(?:Value|Encrypted)?`;
    // Against nothing, a flag or a literal is no comparison of secrets.
    const left = new RegExp(String.raw`\b${name}\s*[!=]==\s*(?![\s'\d]|null\b|undefined\b|true\b|false\b)`, 'i');
    const right = new RegExp(String.raw`[!=]==\s*${name}(?![\w.(?])`, 'i');
    expect([...found(server, left), ...found(server, right)]).toEqual([]);
    expect('if (secret === presented)').toMatch(left);
    expect('return given !== client.secret').toMatch(right);
  });

  it('runs no text as code, and writes no text as markup', () => {
    const all = [...server, ...apps];
    expect(
      found(
        all,
        /\beval\(|new Function\(|node:vm|dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/,
        // The tenant's own HTML beside its pages, which the policy of the page keeps from running scripts.
        /^sign-in\/kit\/custom-content\.tsx$/,
      ),
    ).toEqual([]);
  });

  it('T04 makes routes in known places alone', () => {
    const places = found(server, /\bapp\.(get|post|put|patch|delete|head|options|all|route)\(/).map(
      (place) => place.replace(/:\d+ /, ' ').split(',')[0],
    );
    expect(places.sort()).toEqual([
      "server/account-center/related-origins.ts app.get('/tenant/.well-known/webauthn'",
      "server/http/cors.ts app.options('/*'",
      'server/http/serve.ts app.route({',
      "server/pages/console-pages.ts app.get('/console/*'",
      "server/pages/tenant-pages.ts app.get('/tenant/*'",
      "server/pages/tenant-pages.ts app.get('/tenant/demo-app'",
      "server/user-assets/user-assets.ts app.get('/tenant/user-assets/*'",
    ]);
  });
});
