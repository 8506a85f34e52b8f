// A part of a settings page: what it is and why on the one side, its fields on the other; one above the other when narrow.
import { type ReactNode, useId } from 'react';
import classes from './form-section.module.css';

type Props = { title: string; text: ReactNode; children: ReactNode };

export function FormSection({ title, text, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id}>{title}</h2>
        <div className={classes.text}>{text}</div>
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** Around all sections of a page: they lay themselves out by its width. */
export function FormSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}
