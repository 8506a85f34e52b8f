// A script as text: an editor when it has arrived, a plain box until then and where it cannot be loaded.
import { lazy, Suspense } from 'react';
import type { Finding } from './check-script.ts';
import classes from './script-field.module.css';
import type { Shape } from './shape.ts';

export type ScriptEditorProps = {
  value: string;
  onChange: (value: string) => void;
  labelledBy: string;
  describedBy: string;
  /** What the script can use, by name. */
  scope: Shape;
  /** The line where the last run failed. */
  errorLine: number | undefined;
  onFindings: (findings: Finding[]) => void;
};

function PlainEditor({ value, onChange, labelledBy, describedBy }: ScriptEditorProps) {
  return (
    <textarea
      className={classes.plain}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      dir="ltr"
      spellCheck={false}
    />
  );
}

const Editor = lazy(() =>
  import('./script-editor.tsx').then(
    ({ ScriptEditor }) => ({ default: ScriptEditor }),
    () => ({ default: PlainEditor }),
  ),
);

export function ScriptField(props: ScriptEditorProps) {
  return (
    <div className={classes.frame}>
      <Suspense fallback={<PlainEditor {...props} />}>
        <Editor {...props} />
      </Suspense>
    </div>
  );
}
