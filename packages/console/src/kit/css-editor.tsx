// The code editor, for styles. A chunk of its own: its libraries are larger than most pages.
import { css } from '@codemirror/lang-css';
import type { EditorProps } from './code-field.tsx';
import { EditorFrame } from './editor-frame.tsx';

export const CssEditor = (props: EditorProps) => <EditorFrame {...props} language={css} />;
