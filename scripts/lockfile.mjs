// Checks the lockfile: a careless rebuild drops entries and checksums of other platforms.

export const lockfileProblems = (lock, manifest, workspaces) => {
  const entries = Object.entries(lock.packages);
  const names = Object.keys(manifest.optionalDependencies ?? {});
  const registry = entries.filter(([path, { link }]) => path.includes('node_modules/') && !link);
  return [
    ...names
      .filter((name) => !lock.packages[`node_modules/${name}`])
      .map((name) => `${name} is an optional dependency without an entry`),
    ...registry.filter(([, { integrity }]) => !integrity).map(([path]) => `${path} has no integrity`),
    ...entries
      .filter(([, { resolved }]) => resolved?.startsWith('http'))
      .map(([path]) => `${path} is bound to one registry by its "resolved"`),
    ...workspaces
      .filter(({ version }) => version !== manifest.version)
      .map(({ name, version }) => `${name} has version ${version} instead of ${manifest.version}`),
    ...(lock.version === manifest.version
      ? []
      : [`the lockfile has version ${lock.version} instead of ${manifest.version}`]),
  ];
};
