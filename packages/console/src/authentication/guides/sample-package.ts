// The package.json of a sample, as the commands of its guide would write it.
type Install = { packages: string[]; dev: boolean };

const versionsOf = (installs: readonly Install[], isDev: boolean) =>
  Object.fromEntries(
    installs
      .filter(({ dev }) => dev === isDev)
      .flatMap(({ packages }) => packages)
      .map((entry) => {
        const at = entry.lastIndexOf('@');
        return [entry.slice(0, at), entry.slice(at + 1)] as const;
      })
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** `commands`: those of npm about the package itself. Undefined if the guide uses no packages of npm. */
export function packageFile(commands: readonly string[], installs: readonly Install[]): string | undefined {
  if (installs.length === 0) return undefined;
  const isModule = commands.some((line) => line.includes('--init-type=module'));
  const [, main] = commands.map((line) => /^npm pkg set main=(\S+)$/.exec(line)).find(Boolean) ?? [];
  const [dependencies, devDependencies] = [versionsOf(installs, false), versionsOf(installs, true)];
  const description = {
    name: 'sample',
    private: true,
    ...(isModule && { type: 'module' }),
    ...(main && { main }),
    dependencies,
    ...(Object.keys(devDependencies).length > 0 && { devDependencies }),
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
