// The steps of a guide at its side; the one being read is marked.
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Step } from './guide.ts';
import classes from './step-index.module.css';

export const stepId = (index: number) => `step-${index + 1}`;

// How far below the upper edge a step counts as the one being read.
const readingLine = 96;

function useCurrentStep(scroller: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const update = () => {
      const line = box.getBoundingClientRect().top + readingLine;
      const began = Array.from({ length: count }, (_, index) => document.getElementById(stepId(index))).findLastIndex(
        (step) => step !== null && step.getBoundingClientRect().top <= line,
      );
      // The last steps may be too short to ever reach the line.
      const isAtEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      setCurrent(isAtEnd ? count - 1 : Math.max(began, 0));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    return () => box.removeEventListener('scroll', update);
  }, [scroller, count]);
  return current;
}

type Props = { steps: Step[]; scroller: RefObject<HTMLElement | null> };

export function StepIndex({ steps, scroller }: Props) {
  const { t } = useTranslation();
  const current = useCurrentStep(scroller, steps.length);
  return (
    <nav className={classes.index} aria-label={t('guides.steps')}>
      <ol>
        {steps.map(({ title }, index) => (
          <li key={title}>
            <a
              href={`#${stepId(index)}`}
              className={classes.step}
              aria-current={index === current ? 'step' : undefined}
              onClick={(event) => {
                event.preventDefault();
                const step = document.getElementById(stepId(index));
                step?.scrollIntoView();
                step?.focus({ preventScroll: true });
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
