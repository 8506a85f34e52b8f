// Radio buttons shown as cards.
import type { ComponentProps, ReactNode } from 'react';
import classes from './choice-card.module.css';

type GroupProps = {
  legend: string;
  /** Set when the dialog's title says the same. */
  hideLegend?: boolean;
  describedBy?: string;
  children: ReactNode;
};

export function ChoiceCards({ legend, hideLegend = false, describedBy, children }: GroupProps) {
  return (
    <fieldset className={classes.choice} aria-describedby={describedBy}>
      <legend className={hideLegend ? 'visually-hidden' : classes.legend}>{legend}</legend>
      <div className={classes.cards}>{children}</div>
    </fieldset>
  );
}

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'title'> & {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  /** Additional text, such as examples. */
  more?: string;
};

export function ChoiceCard({ icon, title, text, more, ...radio }: Props) {
  return (
    <label className={classes.card}>
      <input {...radio} type="radio" className={classes.radio} />
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{text}</span>
        {more && <span className={classes.text}>{more}</span>}
      </span>
    </label>
  );
}
