// Waits for the first sign-in through an application, or for the first token of a machine-to-machine application or
// for an API.
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Application } from '@tessera/contract/applications';
import type { Resource } from '@tessera/contract/resources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { userQuery } from '../../user-management/users/query.ts';
import { useUserTitle } from '../../user-management/users/user-name.tsx';
import classes from './first-sign-in.module.css';
import { failuresQuery, latestFailure, newest, signInsQuery, tokensQuery } from './sign-ins.ts';

type Props = { application: Pick<Application, 'id' | 'type'> };

function useFirstSignIn({ id, type }: Props['application']) {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const isMachine = type === 'MachineToMachine';
  const filter = { applicationId: id, type };
  const { data } = useQuery(signInsQuery(api, filter));
  const signIn = data && newest(data);
  const { data: failures } = useQuery({ ...failuresQuery(api, filter), enabled: !signIn });
  const userId = signIn?.payload.userId;
  const { data: user } = useQuery({
    ...userQuery(api, userId ?? ''),
    enabled: userId !== undefined,
    meta: { silent: true },
  });
  const text = () => {
    if (!signIn) return isMachine ? t('guides.first.waiting_machine') : t('guides.first.waiting');
    if (isMachine) return t('guides.first.done_machine');
    return user ? t('guides.first.done_named', { name: titleOf(user) }) : t('guides.first.done');
  };
  return { text: text(), signIn, failure: failures && !signIn ? latestFailure(failures) : undefined };
}

function Mark({ isDone }: { isDone: boolean }) {
  return (
    <span className={classes.mark} data-done={isDone || undefined} aria-hidden="true">
      {isDone && <IconCheck size={14} stroke={2.5} />}
    </span>
  );
}

/** One line, for the footer of a guide. */
export function FirstSignInLine({ application }: Props) {
  const { text, signIn } = useFirstSignIn(application);
  return (
    <span className={classes.line}>
      <Mark isDone={signIn !== undefined} />
      <bdi>{text}</bdi>
    </span>
  );
}

type PanelProps = { text: string; doneAt: number | undefined; failure?: string | undefined; link?: ReactNode };

function Panel({ text, doneAt, failure, link }: PanelProps) {
  const { t } = useTranslation();
  const isDone = doneAt !== undefined;
  return (
    <div className={classes.panel} data-done={isDone || undefined}>
      <Mark isDone={isDone} />
      <div className={classes.about}>
        <p className={classes.title} role="status">
          <bdi>{text}</bdi>
        </p>
        <p className={classes.hint}>{isDone ? <DateText value={doneAt} /> : t('guides.first.hint')}</p>
        {failure !== undefined && (
          <p className={classes.failure}>
            {t('guides.first.failed')} {failure !== '' && <code dir="ltr">{failure}</code>}
          </p>
        )}
      </div>
      {link}
    </div>
  );
}

export function FirstSignIn({ application }: Props) {
  const { t } = useTranslation();
  const { text, signIn, failure } = useFirstSignIn(application);
  const link = (
    <Link to="/applications/$id/logs" params={{ id: application.id }} className={classes.link}>
      {t('guides.first.logs')}
    </Link>
  );
  return (
    <Panel text={text} doneAt={signIn?.createdAt} failure={failure} link={(signIn || failure !== undefined) && link} />
  );
}

export function FirstToken({ resource: { indicator } }: { resource: Pick<Resource, 'indicator'> }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery(tokensQuery(api, indicator));
  const token = data && newest(data);
  return <Panel text={token ? t('guides.first.done_api') : t('guides.first.waiting_api')} doneAt={token?.createdAt} />;
}
