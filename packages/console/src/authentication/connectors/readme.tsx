// Setup instructions of a connector, with steps to tick off.
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type GuideStep, stepsOf } from './guide-steps.ts';
import { type Piece, parseMarkdown, type Span } from './markdown.ts';
import classes from './setup.module.css';
import { useTickedSteps } from './ticked-steps.ts';

const elements = { text: 'span', strong: 'strong', code: 'code' } as const;

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) => {
    const key = `${index} ${span.text}`;
    if (span.kind === 'link') {
      return (
        <a key={key} href={span.href} target="_blank" rel="noreferrer">
          {span.text}
        </a>
      );
    }
    const Element = elements[span.kind];
    return <Element key={key}>{span.text}</Element>;
  });
}

function PieceView({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'heading':
      return (
        <h3>
          <Spans spans={piece.spans} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Spans spans={piece.spans} />
        </p>
      );
    case 'code':
      return <pre>{piece.text}</pre>;
    case 'list': {
      const List = piece.ordered ? 'ol' : 'ul';
      return (
        <List>
          {piece.items.map((item) => (
            <li key={item.map(({ text }) => text).join('')}>
              <Spans spans={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: instructions don't change while they are read
    <PieceView key={index} piece={piece} />
  ));
}

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

/** `values` replace `{{name}}` in the text. */
type Props = { connectorId: string; markdown: string; values: Readonly<Record<string, string>> };

export function Readme({ connectorId, markdown, values }: Props) {
  const { t } = useTranslation();
  const { ticked, tick } = useTickedSteps(connectorId);
  const text = markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const { introduction, steps } = stepsOf(parseMarkdown(text));
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
