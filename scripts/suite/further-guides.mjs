// Guides whose tools and packages not every machine gets. `npm run interop` follows those that it can, and says why it
// leaves out the others.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const composer = { programs: ['php', 'composer'], registry: 'https://repo.packagist.org/packages.json' };
const dotnet = { programs: ['dotnet'], registry: 'https://api.nuget.org/v3/index.json' };
const go = { programs: ['go'], registry: 'https://proxy.golang.org/golang.org/x/oauth2/@v/list' };
const maven = { programs: ['javac', 'mvn'], registry: 'https://repo.maven.apache.org/maven2/' };
const ruby = { programs: ['ruby', 'bundle'], registry: 'https://rubygems.org/api/v1/gems/sinatra.json' };

export const furtherGuides = {
  'api-spring-boot': maven,
  'web-dotnet-core': dotnet,
  'web-dotnet-core-blazor-server': dotnet,
  'web-dotnet-core-blazor-wasm': dotnet,
  'web-dotnet-core-mvc': dotnet,
  'web-go': go,
  'web-java-spring-boot': maven,
  'web-laravel': composer,
  'web-php': composer,
  'web-ruby': ruby,
};

const canRun = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const isInstalled = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => canRun(join(folder, program)));

/** A proxy of the environment counts, as it does for the tools. */
const answers = (url) => spawnSync('curl', ['--silent', '--fail', '--head', '--max-time', '10', url]).status === 0;

/** Why a guide cannot be followed on this machine; undefined if it can. */
const reasonAgainst = ({ programs, registry }, machine) => {
  const missing = programs.find((program) => !machine.isInstalled(program));
  if (missing !== undefined) return `${missing} is not installed`;
  return machine.answers(registry) ? undefined : `${new URL(registry).host} does not answer`;
};

/** The test files to run, and a note for each guide that is left out. */
export const planFurtherGuides = (machine = { isInstalled, answers }) => {
  const reasons = new Map();
  const reasonOf = (tools) => {
    if (!reasons.has(tools)) reasons.set(tools, reasonAgainst(tools, machine));
    return reasons.get(tools);
  };
  const guides = Object.entries(furtherGuides).map(([id, tools]) => ({ id, reason: reasonOf(tools) }));
  return {
    files: guides.flatMap(({ id, reason }) => (reason === undefined ? [`tests/further-guides/${id}.test.ts`] : [])),
    notes: guides.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${id}: ${reason}`])),
  };
};
