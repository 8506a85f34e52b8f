// Styles as text.
import { CodeField, type CodeFieldProps, lazyEditor } from './code-field.tsx';

const Editor = lazyEditor(async () => (await import('./css-editor.tsx')).CssEditor);

export const CssField = (props: CodeFieldProps) => <CodeField {...props} editor={Editor} />;
