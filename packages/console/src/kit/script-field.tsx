// A script editor, or a textarea.
import { codeInput } from './code-input.ts';
import { lazyEditor } from './lazy-editor.tsx';
import type { ScriptEditorProps } from './script-editor.tsx';
import classes from './script-field.module.css';

function PlainEditor({ value, onChange, labelledBy, describedBy }: ScriptEditorProps) {
  return (
    <textarea
      className={classes.plain}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      {...codeInput}
    />
  );
}

const Editor = lazyEditor(async () => (await import('./script-editor.tsx')).ScriptEditor, PlainEditor);

export const ScriptField = (props: ScriptEditorProps) => (
  <div className={classes.frame}>
    <Editor {...props} />
  </div>
);
