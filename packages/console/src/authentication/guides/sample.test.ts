// The sample of every guide: complete, filled with values, and with a way to start it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileGuide } from './compile.ts';
import { apiGuides, guides } from './registry.ts';
import { needsSecret, sampleOf } from './sample.ts';
import { placeholder, placeholders, valuesOf, valuesOfApi } from './values.ts';

const facts = {
  ...{
    endpoint: 'https://auth.example.com',
    namespace: 'tessera',
    managementResource: 'https://default.example.com/api',
  },
  ...{ appId: 'app1', appSecret: 'secret1', redirectUris: [], postLogoutRedirectUris: [] },
};
const guideOf = (id: string) => compileGuide(readFileSync(join(import.meta.dirname, 'content', `${id}.md`), 'utf8'));
const sampleFiles = (id: string) => {
  const isApi = apiGuides.some((guide) => guide.id === id);
  const values = isApi ? valuesOfApi(facts, 'https://api.example.com') : valuesOf(guideOf(id), facts);
  return new Map(sampleOf(guideOf(id), 'Sample', values).map(({ name, input }) => [name, input]));
};

describe.each([...guides, ...apiGuides])('$id', ({ id }) => {
  const files = sampleFiles(id);

  it('has all files of the guide, with values', () => {
    const blocks = guideOf(id).steps.flatMap((step) => step.blocks);
    const whole = blocks.flatMap((block) => (block.kind === 'file' && !block.part ? [block.file] : []));
    const names = [...files.keys()].map((name) => name.replace(/^files\//, ''));
    expect(names).toEqual(expect.arrayContaining(whole));
    expect(new Set(names).size).toBe(names.length);
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
    if (!files.has('create.sh')) expect(ignored).toEqual(expect.arrayContaining(secret));
  });
});

describe('samples', () => {
  it('of Python install what they import', () => {
    for (const id of ['web-python', 'web-fastapi', 'web-django', 'api-python']) {
      expect(sampleFiles(id).get('README.md')).toMatch(/\npip install (\S+==[\d.]+"? ?)+\n/);
    }
    expect(sampleFiles('web-django').get('README.md')).toMatch(/pip install .*\nsh create\.sh\n/);
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
    const files = sampleFiles('web-django');
    expect(files.get('README.md')).toContain('sh create.sh\ncd sample\npython3 manage.py runserver 3000');
    const script = files.get('create.sh') ?? '';
    expect(script.indexOf('startproject sample')).toBeLessThan(script.indexOf('cd sample\n'));
    expect(script).toMatch(/^put 'sample\/\w+\.py'$/m);
    expect([...files.keys()].filter((name) => name.startsWith('files/')).length).toBeGreaterThan(2);
  });

  it('without a program are files for an existing project', () => {
    expect(sampleFiles('web-wordpress').get('README.md')).toContain('Add the files to your project');
  });
});
