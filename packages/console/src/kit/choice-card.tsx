// One of several cards of which one is chosen: a radio button that says what it stands for.
import type { ComponentProps, ReactNode } from 'react';
import classes from './choice-card.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  icon: ReactNode;
  title: string;
  texts: string[];
};

export function ChoiceCard({ icon, title, texts, ...radio }: Props) {
  return (
    <label className={classes.card}>
      <input {...radio} type="radio" className={classes.radio} />
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span>
        <span className={classes.title}>{title}</span>
        {texts.map((text) => (
          <span key={text} className={classes.text}>
            {text}
          </span>
        ))}
      </span>
    </label>
  );
}
