// The chart without Helm: its templates read only values that exist. The test workflow renders it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../inputs.mjs';

const chart = join(root, 'deploy/helm/tessera');
const read = (name) => readFileSync(join(chart, name), 'utf8');

/** The paths of all keys of a file, such as `image.tag`: nesting follows from the indentation. */
const keysOf = (name) => {
  const above = [];
  return [...read(name).matchAll(/^( *)([\w-]+):/gm)].map(([, indent, key]) => {
    above.splice(indent.length / 2, Number.POSITIVE_INFINITY, key);
    return above.join('.');
  });
};
const values = keysOf('values.yaml');
const checks = readdirSync(join(chart, 'ci')).map((name) => `ci/${name}`);
const isSetting = (path) => /^settings\.[A-Z_]+$/.test(path);

it('templates read only values that exist', () => {
  const templates = readdirSync(join(chart, 'templates')).map((name) => read(join('templates', name)));
  const wanted = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path));
  expect(wanted).toEqual(expect.arrayContaining(['endpoint', 'ingress.kinds', 'settings.ADMIN_PORT']));
  expect(wanted.filter((path) => !isSetting(path) && !values.includes(path))).toEqual([]);
});

it('settings in values and templates exist', () => {
  const known = read('../../../README.md');
  const files = ['values.yaml', ...checks].flatMap(keysOf).filter(isSetting);
  const inTemplates = ['deployment', 'ingress', 'service', 'network-policy'].flatMap((name) =>
    [...read(`templates/${name}.yaml`).matchAll(/settings\.([A-Z_]+)/g)].map(([, setting]) => `settings.${setting}`),
  );
  const names = [...files, ...inTemplates].map((path) => path.replace('settings.', ''));
  expect(names).toContain('PROTECTED_APPS_DOMAIN');
  expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
});

it.each(checks)('the values of %s are values of the chart', (name) => {
  const free = /^(ingress\.annotations|ingress\.kinds\.[\w-]+\.(className|annotations)|serviceMonitor\.labels)(\.|$)/;
  expect(keysOf(name).filter((path) => !isSetting(path) && !free.test(path) && !values.includes(path))).toEqual([]);
});

it('checks every kind of host', () => {
  const kinds = values.filter((path) => /^ingress\.kinds\.[\w-]+$/.test(path));
  expect(kinds).toHaveLength(5);
  expect(keysOf('ci/all-hosts-values.yaml')).toEqual(expect.arrayContaining(kinds));
});

describe.each([
  { value: 'serviceMonitor', template: 'service-monitor', kind: 'ServiceMonitor' },
  { value: 'networkPolicy', template: 'network-policy', kind: 'NetworkPolicy' },
  { value: 'autoscaling', template: 'autoscaler', kind: 'HorizontalPodAutoscaler' },
])('$kind', ({ value, template, kind }) => {
  it('is off unless it is enabled', () => {
    expect(read('values.yaml')).toMatch(new RegExp(`^${value}:\n  enabled: false$`, 'm'));
    const lines = read(`templates/${template}.yaml`).trim().split('\n');
    expect([lines.at(0), lines.at(-1)]).toEqual([`{{- if .Values.${value}.enabled }}`, '{{- end }}']);
  });

  it('is rendered by the test workflow with every value', () => {
    const all = 'ci/all-objects-values.yaml';
    expect(read(all)).toMatch(new RegExp(`^${value}:\n  enabled: true$`, 'm'));
    const own = values.filter((path) => path.startsWith(`${value}.`));
    expect(keysOf(all)).toEqual(expect.arrayContaining(own));
    expect(readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')).toMatch(new RegExp(`for kind in .*${kind}`));
  });
});

it('the monitor names the job as the alert rules expect it', () => {
  expect(read('templates/service-monitor.yaml')).toContain('jobLabel: app.kubernetes.io/name\n');
  expect(read('templates/_names.tpl')).toContain('app.kubernetes.io/name: tessera\n');
  const alerts = readFileSync(join(root, 'deploy/monitoring/alerts.yaml'), 'utf8');
  expect([...alerts.matchAll(/job="(\w+)"/g)].map(([, job]) => job)).toEqual(['tessera']);
});
