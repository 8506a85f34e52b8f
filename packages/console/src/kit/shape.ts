// Types of the values in scope of a script, as data: used for autocompletion, checking and displayed declarations.
export type Shape = {
  /** As in a type declaration. */
  type: string;
  /** Its properties. If missing, it may have any. */
  fields?: Record<string, Shape>;
  /** The element type of an array. */
  items?: Shape;
  /** May be missing. */
  optional?: true;
};

const step = /\??\.?\[[^\]]*\]|\??\.[\w$]*/g;

/** Splits `context.user?.roles[0].na` into its root and steps. */
export function chainOf(text: string): { root: string; steps: string[] } | undefined {
  const [, root = '', rest = ''] = /^([A-Za-z_$][\w$]*)((?:\s*\??\.?\[[^\]]*\]|\s*\??\.\s*[\w$]*)*)$/.exec(text) ?? [];
  if (root === '') return undefined;
  return { root, steps: [...rest.replaceAll(/\s/g, '').matchAll(step)].map(([one]) => one) };
}

const nameIn = (one: string) => one.replace(/^\??\.?/, '');

/** Returns `open` where any property is allowed. */
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

/** The first unknown step of a property chain, with the valid part before it. */
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

/** A TypeScript declaration. */
export function declarationOf({ type, fields, items }: Shape, indent = ''): string {
  if (items?.fields) return `Array<${declarationOf(items, indent)}>`;
  if (!fields) return type;
  const inner = `${indent}  `;
  const lines = Object.entries(fields).map(
    ([name, shape]) => `${inner}${name}${shape.optional ? '?' : ''}: ${declarationOf(shape, inner)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}
