// Searches the syntax tree of our sources, where line breaks, comments and texts make no difference.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A node of the tree; the fields depend on its type. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };
export type Source = { file: string; code: string; nodes: Node[] };

const packages = join(import.meta.dirname, '../../packages');

export const parse = (file: string, code: string): Source => {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { file, code, nodes: nodesOf(program as unknown as Node) };
};

export const sourcesOf = (...names: string[]): Source[] =>
  names.flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
      .map((file) => parse(`${name}/${file}`, readFileSync(join(packages, name, 'src', file), 'utf8'))),
  );

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node of a tree, outer ones first. */
const nodesOf = (node: Node, nodes: Node[] = []): Node[] => {
  nodes.push(node);
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) for (const child of value) isNode(child) && nodesOf(child, nodes);
    else if (isNode(value)) nodesOf(value, nodes);
  }
  return nodes;
};

/** A dotted name such as `Date.now`, also for `globalThis.fetch` and `Date['now']`; undefined for other expressions. */
export const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return nameOf(node.expression);
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node.name);
  if (node.type === 'ThisExpression') return 'this';
  if (node.type !== 'MemberExpression') return undefined;
  const property = node.property as Node;
  const last = node.computed ? property.type === 'Literal' && String(property.value) : nameOf(property);
  if (!last) return undefined;
  const object = nameOf(node.object) ?? '';
  return /^(globalThis|window|self)$/.test(object) ? last : `${object}.${last}`;
};

/** Where a search finds something, as `file:line` and the first line of the code. */
export const placesOf = (sources: Source[], isWanted: (node: Node) => boolean, except = /^$/): string[] =>
  sources
    .filter(({ file }) => !except.test(file))
    .flatMap(({ file, code, nodes }) =>
      nodes.filter(isWanted).map(({ start, end }) => {
        const line = code.slice(0, start).split('\n').length;
        return `${file}:${line} ${code.slice(start, end).split('\n')[0]}`;
      }),
    );

const memberNames = (node: Node, field: string): string[] =>
  (node[field] as Node[]).map(({ type, imported }) => (type === 'ImportSpecifier' ? (nameOf(imported) ?? '') : '*'));

/** Names that a file imports from modules, also lazily; `*` stands for all. */
export const importsOf = (sources: Source[], module: RegExp, except = /^$/): { file: string; names: string[] }[] =>
  sources
    .filter(({ file }) => !except.test(file))
    .flatMap(({ file, nodes }) =>
      nodes.flatMap((node) => {
        const source = node.source as Node | null | undefined;
        if (!isNode(source) || source.type !== 'Literal' || !module.test(String(source.value))) return [];
        if (node.importKind === 'type') return [];
        return [{ file, names: node.type === 'ImportDeclaration' ? memberNames(node, 'specifiers') : ['*'] }];
      }),
    );
