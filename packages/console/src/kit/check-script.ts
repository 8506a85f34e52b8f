// Checks a script while it is being edited: syntax errors and unknown input fields.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { firstUnknown, type Shape } from './shape.ts';

export type Finding = { from: number; to: number; line: number } & (
  | { kind: 'syntax' }
  | { kind: 'unknown'; name: string; of: string }
);

const most = 20;

export function checkScript(state: EditorState, scope: Shape): Finding[] {
  const found: Finding[] = [];
  const lineAt = (position: number) => state.doc.lineAt(position).number;
  // Scripts are short, so always parse the whole text.
  const tree = ensureSyntaxTree(state, state.doc.length, 1000) ?? syntaxTree(state);
  tree.iterate({
    enter: ({ type, from, to, node }) => {
      if (found.length >= most) return false;
      if (type.isError) {
        found.push({ kind: 'syntax', from, to, line: lineAt(from) });
      } else if (type.name === 'MemberExpression') {
        const unknown = firstUnknown(scope, state.sliceDoc(from, to));
        // Report only the innermost failing access; the expressions around it fail for the same reason.
        const name = node.lastChild;
        if (unknown && name && state.sliceDoc(name.from, name.to) === unknown.name) {
          const { name: field, of } = unknown;
          found.push({ kind: 'unknown', name: field, of, from: name.from, to: name.to, line: lineAt(name.from) });
        }
      }
      return true;
    },
  });
  return found.filter(
    ({ line, kind }, index) => found.findIndex((one) => one.line === line && one.kind === kind) === index,
  );
}
