// An event in words: what happened, user, application, IP address and device.
import { Link } from '@tanstack/react-router';
import type { LogEntry } from '@tessera/contract/audit-logs';
import { useTranslation } from 'react-i18next';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { Moment } from '../../kit/moment.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { ActorName } from './actor-name.tsx';
import classes from './details.module.css';
import { Device } from './device.tsx';
import { differencesOf, shownValue } from './differences.ts';
import { EntryConnector } from './entry-connector.tsx';
import { ErrorPart } from './error-part.tsx';
import { type Fact, Facts } from './facts.tsx';
import { FilterLink } from './filter-links.tsx';
import { LoggedUser, useLoggedUsers } from './logged-users.tsx';

const joinList = (value: unknown) => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '');

export function EventPart({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const { key, createdAt, payload } = entry;
  const { result, error, ip, userAgent, userAgentParsed, userId, applicationId, sessionId, interactionId } = payload;
  const users = useLoggedUsers([userId]);
  const idFact = (name: string, value: string | undefined): Fact | false =>
    value !== undefined && { name, value: <CopyId value={value} label={name} /> };
  const textFact = (name: string, text: string): Fact | false =>
    text !== '' && { name, value: <bdi dir="ltr">{text}</bdi> };
  const linkFact = (filter: 'ip' | 'sessionId', name: string, value: string | undefined): Fact | false =>
    value !== undefined && { name, value: <FilterLink name={filter} value={value} /> };
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
          typeof payload.connectorId === 'string' && {
            name: t('audit-logs.details.connector'),
            value: <EntryConnector entry={entry} />,
          },
          textFact(t('audit-logs.details.secret'), secret?.name ?? ''),
          userId !== undefined && {
            name: t('audit-logs.details.user'),
            value: <LoggedUser id={userId} users={users} />,
          },
          payload.actor && { name: t('audit-logs.change.actor'), value: <ActorName actor={payload.actor} /> },
          payload.reason !== undefined && {
            name: t('audit-logs.details.reason'),
            value: <bdi>{payload.reason}</bdi>,
          },
          linkFact('ip', t('audit-logs.details.ip'), ip),
          userAgent !== undefined &&
            userAgent !== '' && {
              name: t('audit-logs.details.device'),
              value: <Device agent={userAgent} parsed={userAgentParsed} />,
            },
          textFact(t('audit-logs.details.issued'), joinList(payload.tokenTypes)),
          textFact(t('audit-logs.details.scope'), joinList(payload.scope)),
          linkFact('sessionId', t('audit-logs.details.session'), sessionId),
          interactionId !== undefined && {
            name: t('audit-logs.details.interaction'),
            value: (
              <Link to="/audit-logs" search={{ interactionId, open: interactionId }}>
                {t('audit-logs.details.all_steps')}
              </Link>
            ),
          },
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
