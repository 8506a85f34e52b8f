// A copyable ID in monospace, always left to right.
import { CopyButton } from './copy-button.tsx';
import classes from './copy-id.module.css';

export function CopyId({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.field}>
      <code className="mono" dir="ltr">
        {value}
      </code>
      <CopyButton value={value} label={label} />
    </span>
  );
}
