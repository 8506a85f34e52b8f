// CSS editor, in its own chunk because of its large dependencies.
import { css } from '@codemirror/lang-css';
import type { EditorProps } from './code-field.tsx';
import { EditorFrame } from './editor-frame.tsx';

export const CssEditor = (props: EditorProps) => <EditorFrame {...props} language={css} />;
