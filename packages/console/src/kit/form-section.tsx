// Section of a settings page: title and description next to the fields, or above them when narrow.
import { type ReactNode, useId } from 'react';
import classes from './form-section.module.css';

type Props = {
  /** Makes the section a target of the section index and of links. */
  id?: string;
  title: string;
  text: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

export function FormSection({ id, title, text, action, children }: Props) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId} {...(id !== undefined && { id, tabIndex: -1 })}>
      <div className={classes.about}>
        <div className={classes.words}>
          <h2 id={titleId}>{title}</h2>
          <div className={classes.text}>{text}</div>
        </div>
        {action}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** Container for all sections of a page; their layout depends on its width. `wide`: content below the title. */
export function FormSections({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.sections} data-wide={wide || undefined}>
      {children}
    </div>
  );
}
