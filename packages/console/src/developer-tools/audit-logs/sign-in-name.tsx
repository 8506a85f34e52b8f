// A sign-in attempt in the list: how it ended and why, and a button that shows its steps.
import { IconChevronDown, IconChevronRight, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../../kit/list-table.tsx';
import { ConnectorLine } from './connector-line.tsx';
import { useCause } from './explanation.ts';
import { useSay } from './log-title.ts';
import classes from './sign-ins.module.css';
import { type Outcome, outcomeOf } from './sign-ins.ts';

const icons = { completed: IconCircleCheck, failed: IconCircleX, open: IconCircleDashed };
const results = { completed: 'Success', failed: 'Error', open: undefined };

export function useOutcomeTexts() {
  const { t, i18n } = useTranslation();
  const say = useSay();
  const cause = useCause();
  const methods = (names: string[]) =>
    new Intl.ListFormat(i18n.language).format(names.map((name) => say(`methods.${name}`) ?? name));
  return (outcome: Outcome) => ({
    title: t(`audit-logs.outcomes.${outcome.event}_${outcome.result}`),
    detail: outcome.cause ? cause(outcome.cause.payload.error) : methods(outcome.methods),
  });
}

type Props = { steps: readonly LogEntry[]; isOpen: boolean; onToggle: () => void };

export function SignInName({ steps, isOpen, onToggle }: Props) {
  const { t } = useTranslation();
  const outcome = outcomeOf(steps);
  const { title, detail } = useOutcomeTexts()(outcome);
  const Icon = icons[outcome.result];
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const counts = [
    t('audit-logs.sign_in.steps', { count: steps.length }),
    ...(outcome.result === 'completed' && outcome.failedSteps > 0
      ? [t('audit-logs.sign_in.failed_steps', { count: outcome.failedSteps })]
      : []),
  ];
  return (
    <span className={classes.name}>
      <Icon size={16} stroke={1.6} className={classes.icon} data-result={results[outcome.result]} aria-hidden="true" />
      <span className={classes.words}>
        <span>
          <button type="button" className={`${rowLink} ${classes.title}`} aria-expanded={isOpen} onClick={onToggle}>
            {title}
          </button>{' '}
          <span className={classes.dimmed}>{counts.join(' · ')}</span>
        </span>
        {typeof outcome.cause?.payload.connectorId === 'string' ? (
          <ConnectorLine entry={outcome.cause} />
        ) : (
          detail !== undefined && detail !== '' && <span className={classes.detail}>{detail}</span>
        )}
      </span>
      <Chevron size={14} className={classes.chevron} aria-hidden="true" />
    </span>
  );
}
