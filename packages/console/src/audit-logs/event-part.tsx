// An event as somebody would tell it: what happened, who, through which application, from where and with what.
import type { LogEntry, ParsedUserAgent } from '@tessera/contract/logs';
import { useTranslation } from 'react-i18next';
import { ApplicationById } from '../applications/application-by-id.tsx';
import { CopyId } from '../kit/copy-id.tsx';
import { Moment } from '../kit/moment.tsx';
import { StateTag } from '../kit/state-tag.tsx';
import classes from './details.module.css';
import { differencesOf, shownValue } from './differences.ts';
import { ErrorPart } from './error-part.tsx';
import { type Fact, Facts } from './facts.tsx';
import { PersonById, usePeople } from './people.tsx';

const versioned = ({ name, version }: { name?: string | undefined; version?: string | undefined }) =>
  name && (version ? `${name} ${version}` : name);

function Device({ agent, parsed }: { agent: string; parsed: ParsedUserAgent | undefined }) {
  const { t } = useTranslation();
  const [browser, os] = [versioned(parsed?.browser ?? {}), versioned(parsed?.os ?? {})];
  const software = browser && os ? t('audit-logs.device.on', { browser, os }) : (browser ?? os);
  const { type = 'unknown', model } = parsed?.device ?? {};
  const hardware = model ?? (type === 'unknown' && software ? undefined : t(`audit-logs.device.types.${type}`));
  return (
    <>
      <span>{[software, hardware].filter(Boolean).join(' · ')}</span>
      <span className={classes.agent} dir="ltr">
        {agent}
      </span>
    </>
  );
}

const listed = (value: unknown) => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '');

export function EventPart({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const { key, createdAt, payload } = entry;
  const { result, error, ip, userAgent, userAgentParsed, userId, applicationId, sessionId, interactionId } = payload;
  const people = usePeople([userId]);
  const idFact = (name: string, value: string | undefined): Fact | false =>
    value !== undefined && { name, value: <CopyId value={value} label={name} /> };
  const textFact = (name: string, text: string): Fact | false =>
    text !== '' && { name, value: <bdi dir="ltr">{text}</bdi> };
  const secret = payload.applicationSecret as { name?: string } | undefined;
  return (
    <>
      {error !== undefined && <ErrorPart error={error} />}
      <Facts
        title={t('audit-logs.details.happened')}
        facts={[
          {
            name: t('audit-logs.details.result'),
            value: (
              <StateTag state={result === 'Success' ? 'success' : 'error'}>
                {t(`audit-logs.results.${result}`)}
              </StateTag>
            ),
          },
          { name: t('audit-logs.details.time'), value: <Moment value={createdAt} /> },
          applicationId !== undefined && {
            name: t('audit-logs.details.application'),
            value: <ApplicationById id={applicationId} />,
          },
          textFact(t('audit-logs.details.secret'), secret?.name ?? ''),
          userId !== undefined && {
            name: t('audit-logs.details.user'),
            value: <PersonById id={userId} people={people} />,
          },
          textFact(t('audit-logs.details.ip'), ip ?? ''),
          userAgent !== undefined &&
            userAgent !== '' && {
              name: t('audit-logs.details.device'),
              value: <Device agent={userAgent} parsed={userAgentParsed} />,
            },
          textFact(t('audit-logs.details.issued'), listed(payload.tokenTypes)),
          textFact(t('audit-logs.details.scope'), listed(payload.scope)),
          idFact(t('audit-logs.details.session'), sessionId),
          idFact(t('audit-logs.details.interaction'), interactionId),
          idFact(t('audit-logs.details.key'), key),
        ]}
      />
      <Sent params={payload.params} />
    </>
  );
}

function Sent({ params = {} }: { params: LogEntry['payload']['params'] }) {
  const { t } = useTranslation();
  const sent = differencesOf(null, params);
  if (sent.length === 0) return null;
  return (
    <Facts
      title={t('audit-logs.details.parameters')}
      facts={sent.map(({ path, after }) => ({
        name: path,
        value: (
          <code className={classes.value} dir="ltr">
            {shownValue(after)}
          </code>
        ),
      }))}
    />
  );
}
