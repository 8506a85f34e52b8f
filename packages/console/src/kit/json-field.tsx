// JSON as text.
import { CodeField, type CodeFieldProps, lazyEditor } from './code-field.tsx';

const Editor = lazyEditor(async () => (await import('./editor.tsx')).Editor);

export const JsonField = (props: CodeFieldProps) => <CodeField {...props} editor={Editor} />;
