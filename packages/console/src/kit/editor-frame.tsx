// The code editor inside a form field: styling and accessibility.
import type { LanguageSupport } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import type { EditorProps } from './code-field.tsx';
import { useEditorView } from './editor-view.ts';

const look = EditorView.theme({
  '&': { fontSize: '0.75rem', minHeight: '132px', maxHeight: '420px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', minHeight: '132px' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'light-dark(#dfe4ff, #353fa8)',
  },
});

type Props = EditorProps & { language: () => LanguageSupport };

export function EditorFrame({ value, onChange, onBlur, labelledBy, describedBy, invalid, path, language }: Props) {
  const { place } = useEditorView({
    value,
    onChange,
    onBlur,
    attributes: {
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(invalid),
      'data-path': path,
    },
    extensions: () => [language(), look, EditorView.lineWrapping],
  });
  return <div ref={place} dir="ltr" />;
}
