// A titled block of code with a copy button.
import { CopyButton } from '../../kit/copy-button.tsx';
import classes from './details.module.css';

export function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <section className={classes.block} aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <CopyButton value={text} label={title} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it needs the keyboard */}
      <pre className={classes.code} dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
