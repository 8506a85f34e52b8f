// Setup instructions of a connector, with steps to tick off.
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Pieces, PieceView } from './guide-pieces.tsx';
import { type GuideStep, stepsOf } from './guide-steps.ts';
import { fillGuide, type GuideValues } from './guide-values.ts';
import { parseMarkdown } from './markdown.ts';
import classes from './setup.module.css';
import { useTickedSteps } from './ticked-steps.ts';

type StepProps = { step: GuideStep; number: number; isDone: boolean; onTick: (isDone: boolean) => void };

function StepView({ step: { title, heading, pieces }, number, isDone, onTick }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={isDone}
          aria-label={t('connectors.setup.step_done', { title })}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{isDone ? <IconCheck size={14} stroke={2.5} /> : number}</span>
      </label>
      <div className={classes.stepContent}>
        <PieceView piece={heading} />
        <Pieces pieces={pieces} />
      </div>
    </li>
  );
}

type Props = { connectorId: string; markdown: string; values: GuideValues };

export function Readme({ connectorId, markdown, values }: Props) {
  const { t } = useTranslation();
  const { ticked, tick } = useTickedSteps(connectorId);
  const { introduction, steps } = stepsOf(parseMarkdown(fillGuide(markdown, values)));
  const done = steps.filter(({ title }) => ticked.includes(title)).length;
  return (
    <>
      {steps.length > 0 && (
        <p className={classes.progress} role="status">
          {t('connectors.setup.progress', { done, total: steps.length })}
        </p>
      )}
      <div className={classes.readme} dir="auto">
        <Pieces pieces={introduction} />
        {steps.length > 0 && (
          <ol className={classes.steps}>
            {steps.map((step, index) => (
              <StepView
                key={step.title}
                step={step}
                number={index + 1}
                isDone={ticked.includes(step.title)}
                onTick={(isDone) => tick(step.title, isDone)}
              />
            ))}
          </ol>
        )}
      </div>
    </>
  );
}
