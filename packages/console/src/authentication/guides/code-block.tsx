// A copyable code block. Copying always includes the real secret, even while it is masked.
import { Fragment, type ReactNode, useId } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import classes from './code-block.module.css';
import type { Mark } from './guide.ts';
import { useReading } from './reading.tsx';
import { fill } from './values.ts';

type Props = { title: ReactNode; label: string; code: string; marks?: Mark[] };

const none: Mark[] = [];

export function CodeBlock({ title, label, code, marks = none }: Props) {
  const { shown, secretShown, readSecret } = useReading();
  const text = fill(code, shown);
  const isMasked = !secretShown && readSecret && code.includes('{{appSecret}}');
  const whole = async () => fill(code, { ...shown, appSecret: (await readSecret?.()) ?? '' });
  const id = useId();
  const piece = (start: number, end?: number) => fill(code.slice(start, end), shown);
  return (
    <figure className={classes.block} aria-labelledby={id}>
      <figcaption className={classes.head} id={id}>
        <span className={classes.title}>{title}</span>
        <CopyButton value={isMasked ? whole : text} label={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <pre className={classes.code} dir="ltr" lang="en" tabIndex={0}>
        <code>
          {marks.map(([start, end, shade], index) => (
            <Fragment key={start}>
              {piece(marks[index - 1]?.[1] ?? 0, start)}
              <span className={classes[shade]}>{piece(start, end)}</span>
            </Fragment>
          ))}
          {piece(marks.at(-1)?.[1] ?? 0)}
        </code>
      </pre>
    </figure>
  );
}
