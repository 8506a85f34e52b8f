// A JSON editor field.
import { CodeField, type CodeFieldProps, codeEditor } from './code-field.tsx';

const Editor = codeEditor(async () => (await import('./editor.tsx')).Editor);

export const JsonField = (props: CodeFieldProps) => <CodeField {...props} editor={Editor} />;
