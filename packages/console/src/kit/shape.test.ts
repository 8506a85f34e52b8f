import { describe, expect, it } from 'vitest';
import { chainOf, declarationOf, firstUnknown, follow, type Shape } from './shape.ts';

const scope: Shape = {
  type: '',
  fields: {
    context: {
      type: 'object',
      fields: {
        user: {
          type: 'object',
          fields: {
            name: { type: 'string | null' },
            customData: { type: 'Record<string, unknown>' },
            roles: { type: 'Role[]', items: { type: 'Role', fields: { id: { type: 'string' } } } },
          },
        },
      },
    },
  },
};

describe("shape of a script's input", () => {
  it('parses property chains in every syntax', () => {
    expect(chainOf('context.user?.roles[0].id')).toEqual({
      root: 'context',
      steps: ['.user', '?.roles', '[0]', '.id'],
    });
    expect(chainOf('context\n  .user')).toEqual({ root: 'context', steps: ['.user'] });
    expect(chainOf('context.')).toEqual({ root: 'context', steps: ['.'] });
    expect(chainOf('call().user')).toBeUndefined();
  });

  it('resolves chains', () => {
    expect(follow(scope, ['context', '.user', '.name'])).toEqual({ type: 'string | null' });
    expect(follow(scope, ['context', '.user', '.roles', '[i]', '.id'])).toEqual({ type: 'string' });
    expect(follow(scope, ['context', '.user', '.customData', '.anything'])).toBe('open');
    expect(follow(scope, ['context', '.nobody'])).toBeUndefined();
  });

  it('reports only unknown properties', () => {
    expect(firstUnknown(scope, 'context.user.nmae')).toEqual({ name: 'nmae', of: 'context.user', at: 2 });
    expect(firstUnknown(scope, 'context.user?.nmae.length')).toMatchObject({ name: 'nmae' });
    for (const good of ['context.user.name', 'context.user.roles.map', 'context.user.name.length', 'other.user.nmae']) {
      expect(firstUnknown(scope, good), good).toBeUndefined();
    }
  });

  it('prints TypeScript declarations', () => {
    expect(declarationOf({ type: '', fields: { a: { type: 'string' }, b: { type: 'number', optional: true } } })).toBe(
      '{\n  a: string;\n  b?: number;\n}',
    );
  });
});
