import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './inputs.mjs';
import { changelogSection, commitsByArea, releaseNotes } from './release-notes.mjs';

const changelog = `# Changelog

## [2.0.0] - 2027-01-01

### Security

- One.

## [1.9.0] - 2026-12-01

- Two.

[1.9.0]: https://example.com/1.9.0
`;

describe('release notes', () => {
  it("start with the version's section", () => {
    expect(changelogSection(changelog, '2.0.0')).toBe('### Security\n\n- One.');
    expect(changelogSection(changelog, '1.9.0')).toBe('- Two.');
  });

  it('are rejected for a version without a section', () => {
    expect(() => changelogSection(changelog, '3.0.0')).toThrow('CHANGELOG.md has no section for 3.0.0');
  });

  it('list commits by area, security first, without internal ones', () => {
    const subjects = [
      'webhooks: retry with backoff',
      'tests: expect it',
      'security: close a hole',
      'audit log: name the key',
      'A subject without an area',
      'webhooks: sign the body',
    ];
    expect(commitsByArea(subjects)).toEqual([
      ['security', ['close a hole']],
      ['audit log', ['name the key']],
      ['webhooks', ['retry with backoff', 'sign the body']],
    ]);
  });

  it('combine both', () => {
    expect(releaseNotes('1.9.0', changelog, ['jobs: run'])).toBe(
      '# Tessera 1.9.0\n\n- Two.\n\n### Commits by area\n\n**jobs**\n\n- run\n',
    );
  });

  const read = (name) => readFileSync(join(root, name), 'utf8');
  const { version } = JSON.parse(read('package.json'));

  it('exist for the version of this repository', () => {
    expect(changelogSection(read('CHANGELOG.md'), version)).toContain('### ');
  });

  it("match the chart's version", () => {
    const versions = [...read('deploy/helm/tessera/Chart.yaml').matchAll(/^(?:appV|v)ersion: (.+)$/gm)];
    expect(versions.map(([, found]) => found)).toEqual([version, version]);
  });
});
