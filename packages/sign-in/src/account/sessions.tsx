// Where the user is signed in, and signing out elsewhere.
import type { OwnSession } from '@tessera/contract/account-sessions';
import { Notice } from '../kit/notice.tsx';
import { mostListed } from './account-api.ts';
import { useAccount } from './account-context.ts';
import { deviceIcon, deviceName, timeAgo } from './device.ts';
import { Card, Details, Info, Row, RowButton, Rows, SmallButton, Tag, Tile } from './parts.tsx';
import { RememberedDevices } from './remembered-devices.tsx';
import { Section, WhenLoaded } from './section.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

export const Sessions = () => {
  const { api, say, t } = useAccount();
  const sessions = useLoaded(() => api.list('/my-account/sessions'));
  const { runVerified, busy, message } = useAction();
  const end = (steps: (verificationId: string) => Promise<unknown>) =>
    void runVerified(async (verificationId) => {
      await steps(verificationId);
      await sessions.reload();
      say('account.session.ended');
    });
  const endOne = ({ id: sessionId }: OwnSession) =>
    end((verificationId) =>
      api.call('DELETE', '/my-account/sessions/:sessionId', { params: { sessionId }, verificationId }),
    );
  const endOthers = () => end((verificationId) => api.call('DELETE', '/my-account/sessions', { verificationId }));
  return (
    <Section name="sessions">
      <Notice message={message} />
      <WhenLoaded loaded={sessions}>
        {(all) => {
          const current = all.filter(({ isCurrent }) => isCurrent);
          const others = all.filter(({ isCurrent }) => !isCurrent);
          const isCutOff = all.length === mostListed;
          return (
            <>
              <Card>
                <Rows>
                  {current.map((session) => (
                    <SessionRow key={session.id} session={session} />
                  ))}
                </Rows>
              </Card>
              <Card
                title={t('account.session.others')}
                text={t(isCutOff ? 'account.session.count_cut_off' : 'account.session.count', { count: others.length })}
                action={
                  others.length > 0 && (
                    <SmallButton isDangerous busy={busy} onClick={endOthers}>
                      {t('account.session.end_all')}
                    </SmallButton>
                  )
                }
              >
                {others.length > 0 && (
                  <Rows>
                    {others.map((session) => (
                      <SessionRow key={session.id} session={session} onEnd={() => endOne(session)} />
                    ))}
                  </Rows>
                )}
              </Card>
              <RememberedDevices />
              <Info>{t('account.session.hint')}</Info>
            </>
          );
        }}
      </WhenLoaded>
    </Section>
  );
};

const SessionRow = ({ session, onEnd }: { session: OwnSession; onEnd?: () => void }) => {
  const { language, t } = useAccount();
  const { ip, userAgent, lastActiveAt, isCurrent } = session;
  const name = deviceName(t, userAgent);
  const active = isCurrent
    ? t('account.session.active_now')
    : t('account.session.active', { time: timeAgo(language, lastActiveAt) });
  return (
    <Row
      picture={<Tile icon={deviceIcon(userAgent)} tone={isCurrent ? 'brand' : 'muted'} />}
      title={name}
      tag={isCurrent && <Tag>{t('account.session.this_device')}</Tag>}
      detail={<Details parts={[ip && <bdi dir="ltr">{ip}</bdi>, active]} />}
      action={
        onEnd && (
          <RowButton name={name} onClick={onEnd}>
            {t('account.action.sign_out')}
          </RowButton>
        )
      }
    />
  );
};
