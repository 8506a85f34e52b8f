// A CSS editor field.
import { CodeField, type CodeFieldProps, codeEditor } from './code-field.tsx';

const Editor = codeEditor(async () => (await import('./css-editor.tsx')).CssEditor);

export const CssField = (props: CodeFieldProps) => <CodeField {...props} editor={Editor} />;
