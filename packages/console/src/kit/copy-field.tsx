// A value to take elsewhere: its name, the value in a frame, and a button that copies it.
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';
import { SecretText } from './secret-text.tsx';

type Props = { label: string; value: string; description?: ReactNode; secret?: boolean };

export function CopyField({ label, value, description, secret = false }: Props) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {description !== undefined && <div className={classes.description}>{description}</div>}
      <div className={classes.box}>
        {secret ? (
          <SecretText value={value} label={label} />
        ) : (
          <>
            <code className="mono" dir="ltr">
              {value}
            </code>
            <CopyButton value={value} label={label} />
          </>
        )}
      </div>
    </div>
  );
}
