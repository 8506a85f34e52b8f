// Allowed imports between features. Code that several features need and that belongs to none of them goes into the kit.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Not features: any feature may import `shared`, and `frames` may import any feature. */
const shared = ['app', 'kit'];
const frames = ['app', 'shell'];
const outsideAreas = [...shared, ...frames];

const offered: Record<string, readonly string[]> = {
  'account-center': ['query.ts'],
  applications: [
    'application-by-id.tsx',
    'application-filter.tsx',
    'application-icon.tsx',
    'application-name.tsx',
    'application.ts',
    'create-dialog.tsx',
    'env-file.ts',
    'expiry-choice.tsx',
    'look-query.ts',
    'query.ts',
    'rename-dialog.tsx',
    'secret-dialog.tsx',
    'secret-name.ts',
  ],
  'audit-logs': ['application-logs.tsx', 'log-search.ts', 'organization-changes.tsx', 'query.ts', 'user-logs.tsx'],
  connectors: [
    'connector-by-id.tsx',
    'connector-logo.tsx',
    'connector-name.ts',
    'connector-tabs.tsx',
    'domain-choice.tsx',
    'endpoints.ts',
    'readme.tsx',
    'setup-link.tsx',
    'token-loss.tsx',
    'usage-numbers.tsx',
  ],
  consent: ['branding.tsx', 'permissions.tsx', 'registration.tsx', 'user-scope-text.ts'],
  'custom-profile-fields': ['create-field.tsx', 'details.tsx', 'field-list.tsx', 'query.ts'],
  guides: [
    'first-sign-in.tsx',
    'guide-card.tsx',
    'guide-content.tsx',
    'guide-drawer.tsx',
    'guide-frame.tsx',
    'guide-page.module.css',
    'guide-request.tsx',
    'guide-screen.tsx',
    'guide-search.ts',
    'guide-steps.tsx',
    'load-guide.ts',
    'reading.tsx',
    'registry.ts',
    'steps-skeleton.tsx',
    'unsaved-input.ts',
    'values.ts',
  ],
  look: ['look-sections.tsx', 'look-values.ts', 'origin-notice.tsx'],
  mailbox: ['query.ts'],
  'organization-introduction': ['introduction-button.tsx'],
  'organization-template': ['illustration.tsx'],
  organizations: ['illustration.tsx', 'organization-name.tsx'],
  plans: ['plan.tsx'],
  profile: ['password-issues.tsx'],
  resources: ['create-dialog.tsx', 'permission-dialog.tsx', 'query.ts', 'resource-name.tsx'],
  roles: ['assign-roles.tsx', 'held-roles.tsx', 'query.ts', 'role-assignment.tsx', 'role-name.tsx'],
  security: ['locked-users-query.ts', 'lockout-notice.tsx', 'security-form.ts'],
  shell: ['frame.tsx', 'sections.ts', 'top-bar.tsx'],
  'sign-in-experience': ['preview-frame.tsx', 'query.ts', 'reach.ts'],
  'sso-connectors': ['sso-connector-by-id.tsx'],
  tenants: ['own-tenants.ts', 'permissions.ts'],
  'user-bulk-actions': ['actions-link.tsx', 'bulk-bar.tsx', 'running-notice.tsx'],
  users: ['query.ts', 'user-choice.tsx', 'user-name.tsx'],
};

const imports = /(?:from|import\() ?'(\.\.\/[^']+)'/g;
/** A folder in an area, or one outside all areas. */
const featureOf = (file: string) => {
  const [first = '', second = ''] = file.split(sep);
  return outsideAreas.includes(first) ? first : second;
};
const pathInFeature = (file: string) =>
  file
    .split(sep)
    .slice(outsideAreas.includes(featureOf(file)) ? 1 : 2)
    .join('/');

/** Every import from one feature into another. */
const crossings = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const code = readFileSync(join(root, file), 'utf8');
  return [...code.matchAll(imports)].flatMap(([, path = '']) => {
    const target = relative(root, join(root, dirname(file), path));
    const [from, to] = [featureOf(file), featureOf(target)];
    return from === to || shared.includes(to) || frames.includes(from)
      ? []
      : [{ file, to, part: pathInFeature(target) }];
  });
});

it('imports only what another feature offers', () => {
  const forbidden = crossings.filter(({ to, part }) => !offered[to]?.includes(part));
  expect(forbidden.map(({ file, to, part }) => `${file} imports ${to}/${part}`)).toEqual([]);
});

it('offers nothing that is unused', () => {
  const taken = new Set(crossings.map(({ to, part }) => `${to}/${part}`));
  const offers = Object.entries(offered).flatMap(([feature, parts]) => parts.map((part) => `${feature}/${part}`));
  expect(offers.filter((part) => !taken.has(part))).toEqual([]);
});

it('does not import features into the kit', () => {
  const inKit = globSync('kit/*.{ts,tsx}', { cwd: root }).filter((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imports)].some(([, path = '']) => !/^\.\.\/app\//.test(path)),
  );
  expect(inKit).toEqual([]);
});
