// The npm package: the built server and apps, with only unbundleable dependencies.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../inputs.mjs';

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The workspaces that are shipped. */
export const apps = ['server', 'console', 'docs', 'sign-in'];

/** Native code and WebAssembly, loaded from files at runtime. */
const unbundled = ['@node-rs/argon2', '@node-rs/bcrypt', 'quickjs-emscripten'];

/** npm accepts a provenance only for a package that names the repository of the workflow. */
const repositoryOf = ({ GITHUB_SERVER_URL, GITHUB_REPOSITORY }) =>
  GITHUB_REPOSITORY ? { repository: { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` } } : {};

export const manifest = (environment) => {
  const { version, license, optionalDependencies } = read('package.json');
  const { dependencies } = read('packages/server/package.json');
  return {
    name: 'tessera',
    version,
    description: 'An identity platform: OpenID Connect provider, sign-in pages, Management API and admin console.',
    license,
    ...repositoryOf(environment),
    type: 'module',
    bin: { tessera: 'bin/tessera.mjs' },
    engines: { node: '>=20' },
    files: ['bin', 'packages', 'LICENSE'],
    dependencies: Object.fromEntries(unbundled.map((name) => [name, dependencies[name]])),
    // PostgreSQL for machines without DATABASE_URL, and Node 24 for machines with an older version.
    optionalDependencies,
  };
};

/** Returns the path of the packed file. */
export const packNpm = (release) => {
  const folder = join(release, 'npm');
  for (const app of apps) {
    const to = join(folder, 'packages', app, 'dist');
    mkdirSync(to, { recursive: true });
    cpSync(join(root, 'packages', app, 'dist'), to, { recursive: true });
  }
  for (const leftover of ['compiled', '.ready']) {
    rmSync(join(folder, 'packages/server/dist', leftover), { recursive: true, force: true });
  }
  mkdirSync(join(folder, 'bin'));
  cpSync(join(root, 'scripts/package/tessera.mjs'), join(folder, 'bin/tessera.mjs'));
  chmodSync(join(folder, 'bin/tessera.mjs'), 0o755);
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(process.env), null, 2)}\n`);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', release], { cwd: folder });
  rmSync(folder, { recursive: true });
  return join(release, packed.toString().trim());
};
