// A copyable sample of code, JSON or XML.
import classes from './code-sample.module.css';
import { CopyButton } from './copy-button.tsx';

export function CodeSample({ label, code }: { label: string; code: string }) {
  return (
    // Left to right like the code, so that the button does not cover its beginning.
    <div className={classes.sample} dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <pre className={classes.code} lang="en" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <span className={classes.copy}>
        <CopyButton value={code} label={label} />
      </span>
    </div>
  );
}
