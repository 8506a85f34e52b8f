// The steps of a sign-in attempt on a time axis, with what is known about the attempt.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { ConnectorLine } from './connector-line.tsx';
import { Device } from './device.tsx';
import { useCause } from './explanation.ts';
import { FilterLink } from './filter-links.tsx';
import { EntryIcon } from './log-name.tsx';
import { useLogTitle } from './log-title.ts';
import { logQuery, stepsQuery } from './query.ts';
import classes from './sign-ins.module.css';

type StepProps = { step: LogEntry; began: number; previous: number; duration: number; basePath: string };

/** The identifier that was typed, or the provider. */
const detailOf = ({ payload: { params } }: LogEntry): string | undefined => {
  const identifier = params?.identifier as { value?: unknown } | undefined;
  return typeof identifier?.value === 'string' ? identifier.value : undefined;
};

function useSeconds() {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return (milliseconds: number) => format.format(milliseconds / 1000);
}

function Step({ step, began, previous, duration, basePath }: StepProps) {
  const seconds = useSeconds();
  const title = useLogTitle();
  const cause = useCause()(step.payload.error);
  const share = (milliseconds: number) => `${duration === 0 ? 0 : (100 * milliseconds) / duration}%`;
  return (
    <li className={classes.step} data-result={step.payload.result}>
      <EntryIcon entry={step} />
      <span className={classes.words}>
        <span>
          <Link to={`${basePath}/${step.id}` as '.'} search={true} className={classes.stepTitle}>
            {title(step.key, step.payload.result)}
          </Link>{' '}
          <bdi className={classes.dimmed}>{detailOf(step)}</bdi>
        </span>
        {typeof step.payload.connectorId === 'string' ? (
          <ConnectorLine entry={step} />
        ) : (
          cause !== undefined && <span className={classes.cause}>{cause}</span>
        )}
      </span>
      <span className={classes.axis} dir="ltr" aria-hidden="true">
        <span style={{ insetInlineStart: share(previous - began), width: share(step.createdAt - previous) }} />
      </span>
      <time className={classes.offset}>{seconds(step.createdAt - began)}</time>
    </li>
  );
}

type Props = { attempt: string; known: readonly LogEntry[]; basePath: string };

export function SignInSteps({ attempt, known, basePath }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const seconds = useSeconds();
  const { data } = useQuery(stepsQuery(api, [attempt]));
  const steps = (data?.items ?? known).toReversed();
  const [first, last] = [steps[0], steps.at(-1)];
  // Only a single entry has the parsed device.
  const { data: whole } = useQuery({ ...logQuery(api, first?.id ?? ''), enabled: first !== undefined });
  if (!first || !last) return null;
  const duration = last.createdAt - first.createdAt;
  const sessionId = steps.findLast(({ payload }) => payload.sessionId)?.payload.sessionId;
  const { ip, userAgent } = first.payload;
  const facts = [
    [
      t('audit-logs.details.interaction'),
      <CopyId key="attempt" value={attempt} label={t('audit-logs.details.interaction')} />,
    ],
    sessionId !== undefined && [
      t('audit-logs.details.session'),
      <FilterLink key="session" name="sessionId" value={sessionId} />,
    ],
    ip !== undefined && [t('audit-logs.details.ip'), <FilterLink key="ip" name="ip" value={ip} />],
    userAgent !== undefined && [
      t('audit-logs.details.device'),
      <Device key="device" agent={userAgent} parsed={whole?.payload.userAgentParsed} brief />,
    ],
    [t('audit-logs.sign_in.duration'), seconds(duration)],
  ].filter((fact) => fact !== false);
  return (
    <div className={classes.panel}>
      <ol className={classes.steps} aria-label={t('audit-logs.sign_in.list')}>
        {steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            began={first.createdAt}
            previous={steps[index - 1]?.createdAt ?? first.createdAt}
            duration={duration}
            basePath={basePath}
          />
        ))}
      </ol>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
