// Prints the notes of a release: its section of CHANGELOG.md, then the commits since the release before it, by area.
// Usage: node scripts/release-notes.mjs [from [to]]; default: from the last tag to HEAD.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';

/** Areas that users of a release do not notice. */
const internal = new Set(['bench', 'comments', 'decisions', 'tests']);
const security = 'security';

/** The section of a version, without its heading and the links at the end of the file. */
export const changelogSection = (changelog, version) => {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}: write it first.`);
  return section
    .slice(section.indexOf('\n'))
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim();
};

/** Groups subjects such as `webhooks: retry with backoff` by area, without merges and internal areas. */
export const commitsByArea = (subjects) => {
  const areas = new Map();
  for (const subject of subjects) {
    const [, area, change] = /^([a-z][\w ./-]*): (.+)$/i.exec(subject) ?? [];
    if (!area || internal.has(area)) continue;
    areas.set(area, [...(areas.get(area) ?? []), change]);
  }
  const isFirst = ([area]) => (area === security ? 0 : 1);
  return [...areas].sort((a, b) => isFirst(a) - isFirst(b) || a[0].localeCompare(b[0], 'en'));
};

export const releaseNotes = (version, changelog, subjects) => {
  const areas = commitsByArea(subjects).map(
    ([area, changes]) => `**${area}**\n\n${changes.map((change) => `- ${change}`).join('\n')}\n`,
  );
  const commits = areas.length > 0 ? `\n### Commits by area\n\n${areas.join('\n')}` : '';
  return `# Tessera ${version}\n\n${changelogSection(changelog, version)}\n${commits}`;
};

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const lastTag = () => {
  try {
    // The release commit may already be tagged.
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return undefined;
  }
};

if (process.argv[1] === import.meta.filename) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [from = lastTag(), to = 'HEAD'] = process.argv.slice(2);
  const range = from ? `${from}..${to}` : to;
  const subjects = git('log', '--no-merges', '--reverse', '--format=%s', range).split('\n');
  process.stdout.write(releaseNotes(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), subjects));
}
