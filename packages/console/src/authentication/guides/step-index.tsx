// Table of contents of a guide, with the current step highlighted.
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { goToSection, useCurrentSection } from '../../kit/current-section.ts';
import type { Step } from './guide.ts';
import classes from './step-index.module.css';

export const stepId = (index: number) => `step-${index + 1}`;

type Props = { steps: Step[]; scroller: RefObject<HTMLElement | null> };

export function StepIndex({ steps, scroller }: Props) {
  const { t } = useTranslation();
  const ids = steps.map((_, index) => stepId(index));
  const current = useCurrentSection(ids, scroller);
  return (
    <nav className={classes.index} aria-label={t('guides.steps')}>
      <ol>
        {steps.map(({ title }, index) => (
          <li key={title}>
            <a
              href={`#${stepId(index)}`}
              className={classes.step}
              aria-current={stepId(index) === current ? 'step' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goToSection(stepId(index));
              }}
            >
              <span className={classes.number}>{index + 1}</span>
              <span lang="en" dir="ltr">
                {title}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
