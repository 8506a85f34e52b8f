// JSON editor, in its own chunk because of its large dependencies.
import { json } from '@codemirror/lang-json';
import type { EditorProps } from './code-field.tsx';
import { EditorFrame } from './editor-frame.tsx';

export const Editor = (props: EditorProps) => <EditorFrame {...props} language={json} />;
