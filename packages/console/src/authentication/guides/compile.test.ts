import { describe, expect, it } from 'vitest';
import { compileGuide } from './compile.ts';
import { highlight } from './highlight.ts';
import { fill, valuesOf } from './values.ts';

const fence = (info: string, code = '') => `## Step\n\n\`\`\`${info}\n${code}\n\`\`\`\n`;
const blocksOf = (markdown: string) => compileGuide(markdown).steps.flatMap(({ blocks }) => blocks);

describe('the compiler', () => {
  it('parses inline markup', () => {
    expect(blocksOf('## Step\n\nRun `a < b`, **then** see [the site](https://example.com) & more.')).toEqual([
      {
        kind: 'paragraph',
        text: [
          'Run ',
          { kind: 'code', text: 'a < b' },
          ', ',
          { kind: 'strong', text: 'then' },
          ' see ',
          { kind: 'link', text: 'the site', href: 'https://example.com' },
          ' & more.',
        ],
      },
    ]);
  });

  it.each([
    ['ts src/a.ts', 'x', { kind: 'file', language: 'ts', file: 'src/a.ts', part: false, code: 'x', marks: [] }],
    ['ts src/a.ts part', 'x', { kind: 'file', language: 'ts', file: 'src/a.ts', part: true, code: 'x', marks: [] }],
    ['sh', 'ls', { kind: 'terminal', role: 'example', code: 'ls', marks: [] }],
    ['sh run', 'ls', { kind: 'terminal', role: 'run', code: 'ls', marks: [] }],
    ['sh start', 'ls', { kind: 'terminal', role: 'start', code: 'ls', marks: [] }],
    ['npm', 'a@1 b@2', { kind: 'install', packages: ['a@1', 'b@2'], dev: false }],
    ['npm dev', 'a@1', { kind: 'install', packages: ['a@1'], dev: true }],
    ['uri-input redirectUris', 'http://a', { kind: 'uri-input', field: 'redirectUris', suggestion: 'http://a' }],
    ['credentials', '', { kind: 'credentials' }],
  ])('parses a fence of %s', (info, code, block) => {
    expect(blocksOf(fence(info, code))).toEqual([block]);
  });

  it.each([
    ['code without a file', fence('ts', 'x')],
    ['an unknown word after the file', fence('ts a.ts whole', 'x')],
    ['an unknown role', fence('sh sometimes', 'x')],
    ['a list of other addresses', fence('uri-input logoUris', 'x')],
    ['HTML', '## Step\n\n<b>bold</b>'],
    ['a link without https', '## Step\n\n[here](javascript:alert(1))'],
    ['an image', '## Step\n\n![x](https://example.com/x.png)'],
    ['a table', '## Step\n\n| a |\n|---|\n| b |'],
    ['another heading', '# Title'],
    ['text before the first step', 'Hello'],
    ['nothing at all', ''],
  ])('refuses %s', (_, markdown) => {
    expect(() => compileGuide(markdown)).toThrow();
  });
});

describe('the values', () => {
  const guide = compileGuide(fence('uri-input redirectUris', 'http://localhost:3000/callback'));
  const facts = {
    endpoint: 'https://id.example.com',
    namespace: 'tessera',
    managementResource: 'https://default.tessera.app/api',
    appId: 'app',
    appSecret: 'secret',
    redirectUris: [] as string[],
    postLogoutRedirectUris: [],
  };

  it("use the application's URIs, or the suggestion if there are none", () => {
    expect(valuesOf(guide, facts)).toMatchObject({ redirectUri: 'http://localhost:3000/callback', appPort: '3000' });
    const redirectUris = ['https://shop.example.com/callback'];
    expect(valuesOf(guide, { ...facts, redirectUris })).toMatchObject({
      issuer: 'https://id.example.com/oidc',
      redirectUri: redirectUris[0],
      appOrigin: 'https://shop.example.com',
      redirectScheme: 'https',
    });
    const both = [...redirectUris, 'http://localhost:3000/callback'];
    expect(valuesOf(guide, { ...facts, redirectUris: both }).redirectUri).toBe('http://localhost:3000/callback');
  });

  it('fill placeholders, and leave framework templates alone', () => {
    expect(fill('{{appId}} {{ appId }} {{user.name}} style={{ a }}', { appId: 'x' })).toBe(
      'x {{ appId }} {{user.name}} style={{ a }}',
    );
    expect(fill('{{appId}}', { appId: '$&$1' })).toBe('$&$1');
  });
});

it('highlights comments, strings and keywords', () => {
  const code = "// it's\nconst a = 'b // c'; /* d */ return `{{appId}}`;";
  const marked = highlight(code, 'ts').map(([start, end, shade]) => [shade, code.slice(start, end)]);
  expect(marked).toEqual([
    ['comment', "// it's"],
    ['word', 'const'],
    ['text', "'b // c'"],
    ['comment', '/* d */'],
    ['word', 'return'],
    ['text', '`{{appId}}`'],
  ]);
  expect(highlight('{{namespace}} + {{appId}}', 'ts')).toEqual([]);
  expect(highlight('a # b\nc', 'sh')).toEqual([[2, 5, 'comment']]);
});
