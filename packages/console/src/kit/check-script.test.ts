import { javascript } from '@codemirror/lang-javascript';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { checkScript } from './check-script.ts';
import type { Shape } from './shape.ts';

const scope: Shape = {
  type: '',
  fields: { context: { type: 'object', fields: { user: { type: 'object', fields: { name: { type: 'string' } } } } } },
};
const check = (doc: string) => checkScript(EditorState.create({ doc, extensions: [javascript()] }), scope);

describe('script checks', () => {
  it('accept a valid script', () => {
    expect(check('const f = async ({ context }) => ({ name: context.user?.name?.trim() });')).toEqual([]);
  });

  it('report syntax errors once per line', () => {
    expect(check('const a = 1;\nconst b = ;\n')).toMatchObject([{ kind: 'syntax', line: 2 }]);
  });

  it('report unknown fields at their position', () => {
    const doc = 'const a =\n  context.user.nmae.length;';
    expect(check(doc)).toEqual([
      {
        kind: 'unknown',
        name: 'nmae',
        of: 'context.user',
        line: 2,
        from: doc.indexOf('nmae'),
        to: doc.indexOf('.length'),
      },
    ]);
  });
});
