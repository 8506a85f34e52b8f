// The attempts of a delivery, newest first. Choosing one shows its headers and response.
import type { DeliveryAttempt } from '@tessera/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../kit/moment.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useProblemText } from './problem-text.ts';
import classes from './webhooks.module.css';

type Props = { attempts: readonly DeliveryAttempt[]; chosen: number; onChoose: (index: number) => void };

export function Attempts({ attempts, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const duration = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'millisecond' });
  const newestFirst = attempts.map((attempt, index) => ({ attempt, index })).toReversed();
  return (
    <ol className={classes.attempts}>
      {newestFirst.map(({ attempt: { startedAt, durationMs, statusCode, error }, index }) => (
        <li key={startedAt}>
          <button type="button" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
            <span>{t('webhooks.request.attempt', { number: index + 1 })}</span>
            <StateTag state={error ? 'error' : 'success'}>
              {statusCode ?? (error ? problemText(error) : t('webhooks.request.success'))}
            </StateTag>
            <Moment value={startedAt} short />
            <span dir="ltr">{duration.format(durationMs)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function HeaderList({ headers = {} }: { headers?: Record<string, string> | undefined }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <dl className={classes.headers} dir="ltr">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
