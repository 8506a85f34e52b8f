// A labeled read-only value with a copy button.
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';
import { type SecretSource, SecretText } from './secret-text.tsx';

type Props = { label: string; description?: ReactNode } & (
  | { value: string; secret?: false }
  | { value: SecretSource; secret: boolean }
);

export function CopyField({ label, value, description, secret = false }: Props) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {description !== undefined && <div className={classes.description}>{description}</div>}
      <div className={classes.box}>
        {secret || typeof value !== 'string' ? (
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
