// A copyable code or JSON sample.
import { CopyButton } from '../../kit/copy-button.tsx';
import classes from './api-reference.module.css';

export function CodeSample({ label, code }: { label: string; code: string }) {
  return (
    <div className={classes.sample}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <pre className={classes.code} dir="ltr" lang="en" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <span className={classes.copy}>
        <CopyButton value={code} label={label} />
      </span>
    </div>
  );
}
