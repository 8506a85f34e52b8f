// Browsers in which the user signs in without a second factor, and forgetting them. Hidden while there are none.
import type { RememberedDevice } from '@tessera/contract/remembered-devices';
import { Notice } from '../kit/notice.tsx';
import { useAccount } from './account-context.ts';
import { deviceIcon, deviceName, timeAgo } from './device.ts';
import { Card, Details, Row, RowButton, Rows, SmallButton, Tile } from './parts.tsx';
import { WhenLoaded } from './section.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';

export const RememberedDevices = () => {
  const { api, say, t } = useAccount();
  const devices = useLoaded(() => api.list('/my-account/remembered-devices'));
  const { runVerified, busy, message } = useAction();
  const forget = (steps: (verificationId: string) => Promise<unknown>) =>
    void runVerified(async (verificationId) => {
      await steps(verificationId);
      await devices.reload();
      say('account.remembered.forgotten');
    });
  const forgetOne = ({ id: deviceId }: RememberedDevice) =>
    forget((verificationId) =>
      api.call('DELETE', '/my-account/remembered-devices/:deviceId', { params: { deviceId }, verificationId }),
    );
  const forgetAll = () =>
    forget((verificationId) => api.call('DELETE', '/my-account/remembered-devices', { verificationId }));
  return (
    <WhenLoaded loaded={devices}>
      {(all) =>
        all.length > 0 && (
          <Card
            title={t('account.remembered.title')}
            text={t('account.remembered.text')}
            action={
              <SmallButton isDangerous busy={busy} onClick={forgetAll}>
                {t('account.remembered.forget_all')}
              </SmallButton>
            }
          >
            <Notice message={message} />
            <Rows>
              {all.map((device) => (
                <DeviceRow key={device.id} device={device} onForget={() => forgetOne(device)} />
              ))}
            </Rows>
          </Card>
        )
      }
    </WhenLoaded>
  );
};

const DeviceRow = ({ device, onForget }: { device: RememberedDevice; onForget: () => void }) => {
  const { language, t } = useAccount();
  const { ip, userAgent, createdAt, lastUsedAt } = device;
  const name = deviceName(t, userAgent);
  const used = t('account.remembered.used', { time: timeAgo(language, lastUsedAt ?? createdAt) });
  return (
    <Row
      picture={<Tile icon={deviceIcon(userAgent)} tone="muted" />}
      title={name}
      detail={<Details parts={[ip && <bdi dir="ltr">{ip}</bdi>, used]} />}
      action={
        <RowButton name={name} onClick={onForget}>
          {t('account.action.forget')}
        </RowButton>
      }
    />
  );
};
