// The sample of every guide: complete, filled with values, and with a way to start it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileGuide } from './compile.ts';
import { apiGuides, guides } from './registry.ts';
import { needsSecret, sampleOf } from './sample.ts';
import { fill, placeholder, placeholders, valuesOf, valuesOfApi } from './values.ts';

const facts = {
  ...{
    endpoint: 'https://auth.example.com',
    namespace: 'tessera',
    managementResource: 'https://default.example.com/api',
  },
  ...{ appId: 'app1', appSecret: 'secret1', redirectUris: [], postLogoutRedirectUris: [] },
};
const guideOf = (id: string) => compileGuide(readFileSync(join(import.meta.dirname, 'content', `${id}.md`), 'utf8'));
const valuesFor = (id: string) => {
  const isApi = apiGuides.some((guide) => guide.id === id);
  return isApi ? valuesOfApi(facts, 'https://api.example.com') : valuesOf(guideOf(id), facts);
};
const sampleFiles = (id: string) =>
  new Map(sampleOf(guideOf(id), 'Sample', valuesFor(id)).map(({ name, input }) => [name, input]));
const filesOf = (id: string) =>
  guideOf(id).steps.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'file' ? [block] : [])));

describe.each([...guides, ...apiGuides])('$id', ({ id }) => {
  const files = sampleFiles(id);

  it('is the result of the guide, with values', () => {
    const values = valuesFor(id);
    const blocks = filesOf(id);
    const whole = blocks.filter(({ part }) => !part);
    const names = [...files.keys()].map((name) => name.replace(/^files\//, ''));
    expect(new Set(names).size).toBe(names.length);
    for (const { file, code } of whole) {
      const name = fill(file, values);
      expect(files.get(name) ?? files.get(`files/${name}`), name).toBe(`${fill(code, values)}\n`);
    }
    // Files that the project has from elsewhere are changed by hand.
    const changed = blocks.filter(({ file, part }) => part && whole.every((other) => other.file !== file));
    for (const { file, code } of changed) {
      expect(files.get('README.md')).toContain(`Change ${file}:`);
      expect(files.get('README.md')).toContain(fill(code, { ...values, appSecret: '<application secret>' }));
    }
    for (const text of files.values()) {
      const left = [...text.matchAll(placeholder)].filter(([, name]) => placeholders.some((known) => known === name));
      expect(left).toEqual([]);
    }
  });

  it('has the secret in files only that need it, and ignores them', () => {
    const secret = [...files].filter(([, text]) => text.includes('secret1')).map(([name]) => name);
    expect(secret.length > 0).toBe(needsSecret(guideOf(id)));
    expect(files.get('README.md')?.includes('Keep it out of version control')).toBe(secret.length > 0);
    const ignored = files.get('.gitignore')?.split('\n') ?? [];
    if (![...files.keys()].some((name) => name.startsWith('files/')))
      expect(ignored).toEqual(expect.arrayContaining(secret));
  });
});

describe('samples', () => {
  it('say what to change in files of their generator', () => {
    const { 0: create, 1: rest } = (sampleFiles('native-expo').get('README.md') ?? '').split('Change app.json:');
    expect(create).toContain('npx --yes create-expo-app@latest sample');
    expect(rest).toMatch(/"scheme"[\s\S]*```sh\n/);
  });

  it('of Python install what they import', () => {
    for (const id of ['web-python', 'web-fastapi', 'web-django', 'api-python']) {
      expect(sampleFiles(id).get('README.md')).toMatch(/\npip install (\S+==[\d.]+"? ?)+\n/);
    }
    expect(sampleFiles('web-django').get('README.md')).toMatch(
      /pip install .*\npython3 -m django startproject sample\n/,
    );
  });

  it('of npm are a package with exact versions', () => {
    const files = sampleFiles('native-electron');
    expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
      ...{ private: true, type: 'module', main: 'main.mjs' },
      dependencies: { 'openid-client': expect.stringMatching(/^\d/) },
      devDependencies: { electron: expect.stringMatching(/^\d/) },
    });
    expect(files.get('README.md')).toContain('npm install\nnpx electron .');
    expect(files.get('.gitignore')).toBe('node_modules\n');
  });

  it('begin with the generator of the framework, if the guide does', () => {
    const files = sampleFiles('web-laravel');
    const text = files.get('README.md') ?? '';
    const parts = [
      'create-project laravel/laravel:12.0.0 sample\ncd sample\ncomposer require',
      'cp -R ../files/. .\n',
      'xcopy /e /y ..\\files .\n',
      'php artisan key:generate\nphp artisan serve --port=3000',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect([...files.keys()].filter((name) => name.startsWith('files/')).length).toBeGreaterThan(2);
  });

  it('need no script of a shell', () => {
    for (const { id } of [...guides, ...apiGuides]) {
      expect([...sampleFiles(id).keys()].filter((name) => /\.(sh|ps1|bat|cmd)$/.test(name))).toEqual([]);
    }
  });

  it('without a program are files for an existing project', () => {
    expect(sampleFiles('web-wordpress').get('README.md')).toContain('Add the files to your project');
  });
});
