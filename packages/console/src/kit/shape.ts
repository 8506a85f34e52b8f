// The shape of the values a script works with, as data: it completes what is typed, notices what does not exist, and is
// shown as declarations.
export type Shape = {
  /** As it would stand in a declaration. */
  type: string;
  /** What it has. Without it, it may have anything, or nothing. */
  fields?: Record<string, Shape>;
  /** What a list has. */
  items?: Shape;
  /** It may be missing. */
  optional?: true;
};

const step = /\??\.?\[[^\]]*\]|\??\.[\w$]*/g;

/** `context.user?.roles[0].na` → its first name, and the steps after it. */
export function chainOf(text: string): { root: string; steps: string[] } | undefined {
  const [, root = '', rest = ''] = /^([A-Za-z_$][\w$]*)((?:\s*\??\.?\[[^\]]*\]|\s*\??\.\s*[\w$]*)*)$/.exec(text) ?? [];
  if (root === '') return undefined;
  return { root, steps: [...rest.replaceAll(/\s/g, '').matchAll(step)].map(([one]) => one) };
}

const nameIn = (one: string) => one.replace(/^\??\.?/, '');

/** `open`: it may have anything there. */
export function follow(scope: Shape, path: readonly string[]): Shape | 'open' | undefined {
  let at: Shape = scope;
  for (const one of path) {
    const isIndex = one.endsWith(']');
    const next = isIndex ? at.items : at.fields?.[nameIn(one)];
    if (!next) return at.fields && !isIndex ? undefined : 'open';
    at = next;
  }
  return at;
}

/** The first step of a chain that leads nowhere, with how far the chain was good. */
export function firstUnknown(scope: Shape, text: string): { name: string; of: string; at: number } | undefined {
  const chain = chainOf(text);
  if (!chain || !scope.fields?.[chain.root]) return undefined;
  const { root, steps } = chain;
  for (let count = 1; count <= steps.length; count += 1) {
    const path = [root, ...steps.slice(0, count)];
    if (follow(scope, path) === undefined) {
      const good = [root, ...steps.slice(0, count - 1)].join('').replaceAll('?', '');
      return { name: nameIn(steps[count - 1] ?? ''), of: good, at: count };
    }
  }
  return undefined;
}

/** As TypeScript would write it. */
export function declarationOf({ type, fields, items }: Shape, indent = ''): string {
  if (items?.fields) return `Array<${declarationOf(items, indent)}>`;
  if (!fields) return type;
  const inner = `${indent}  `;
  const lines = Object.entries(fields).map(
    ([name, shape]) => `${inner}${name}${shape.optional ? '?' : ''}: ${declarationOf(shape, inner)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}
