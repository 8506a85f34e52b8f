// Code to copy: where it belongs, the code, and a button. What is copied has the real secret, shown or not.
import { type ReactNode, useId } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import classes from './code-block.module.css';
import { highlight } from './highlight.ts';
import { useReading } from './reading.tsx';
import { fill } from './values.ts';

type Props = { title: ReactNode; label: string; language: string; code: string };

export function CodeBlock({ title, label, language, code }: Props) {
  const { values, shown } = useReading();
  const id = useId();
  let offset = 0;
  return (
    <figure className={classes.block} aria-labelledby={id}>
      <figcaption className={classes.head} id={id}>
        <span className={classes.title}>{title}</span>
        <CopyButton value={fill(code, values)} label={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.code} dir="ltr" lang="en" tabIndex={0}>
        <code>
          {highlight(fill(code, shown), language).map(({ text, shade }) => {
            const key = offset;
            offset += text.length;
            return shade ? (
              <span key={key} className={classes[shade]}>
                {text}
              </span>
            ) : (
              text
            );
          })}
        </code>
      </pre>
    </figure>
  );
}
