// The code editor, for JSON. A chunk of its own: its libraries are larger than most pages.
import { json } from '@codemirror/lang-json';
import type { EditorProps } from './code-field.tsx';
import { EditorFrame } from './editor-frame.tsx';

export const Editor = (props: EditorProps) => <EditorFrame {...props} language={json} />;
