// Second factors: authenticator app, codes to an address, and backup codes.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import { useState } from 'react';
import { showIdentifier } from '../identifier.ts';
import { Notice } from '../kit/notice.tsx';
import { isEditable, useAccount } from './account-context.ts';
import { AppForm } from './app-form.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { useConfirm } from './confirm.tsx';
import { dayOf, timeAgo } from './device.ts';
import type { IconName } from './icons.tsx';
import { Breakable, Card, Details, Row, Rows, SmallButton, Tile } from './parts.tsx';
import { useAction } from './use-action.ts';

type Props = { factors: MfaVerification[]; onChange: () => Promise<void> };
type AddressFactor = 'EmailVerificationCode' | 'PhoneVerificationCode';

export const TwoStepCard = ({ factors, onChange }: Props) => {
  const { settings, t } = useAccount();
  const offered = settings.mfa.factors;
  const find = (type: MfaVerification['type']) => factors.find((factor) => factor.type === type);
  const app = find('Totp');
  const codes = find('BackupCode');
  const addresses = (['PhoneVerificationCode', 'EmailVerificationCode'] as const).filter(find);
  const showsApp = app !== undefined || offered.includes('Totp');
  const showsCodes = codes !== undefined || offered.includes('BackupCode');
  if (!showsApp && !showsCodes && addresses.length === 0) return null;
  return (
    <Card title={t('account.factor.title')} text={t('account.factor.text')}>
      <Rows>
        {showsApp && <AppRow app={app} isOffered={offered.includes('Totp')} onChange={onChange} />}
        {addresses.map((type) => (
          <AddressFactorRow key={type} type={type} />
        ))}
        {showsCodes && <BackupCodes codes={codes} isOffered={offered.includes('BackupCode')} onChange={onChange} />}
      </Rows>
    </Card>
  );
};

type AppProps = { app: MfaVerification | undefined; isOffered: boolean; onChange: () => Promise<void> };

const AppRow = ({ app, isOffered, onChange }: AppProps) => {
  const { api, center, language, say, verify, t } = useAccount();
  const { runVerified, busy, message } = useAction();
  const { confirm, dialog } = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const canEdit = isEditable(center, 'mfa');
  const name = t('mfa.factor.Totp');
  const start = async () => {
    if (await verify()) setAdding(true);
  };
  const remove = async ({ id }: MfaVerification) => {
    const isSure = await confirm({
      title: t('account.factor.remove_title', { name }),
      action: t('account.action.remove'),
      text: t('account.factor.remove_text'),
    });
    if (!isSure) return;
    await runVerified(async (verificationId) => {
      const params = { verificationId: id };
      await api.call('DELETE', '/my-account/mfa-verifications/:verificationId', { params, verificationId });
      await onChange();
      say('account.factor.removed');
    });
  };
  const detail = app ? (
    <Details
      parts={[
        t('account.factor.added', { date: dayOf(language, app.createdAt) }),
        app.lastUsedAt && t('account.factor.used', { time: timeAgo(language, Date.parse(app.lastUsedAt)) }),
      ]}
    />
  ) : (
    t('mfa.set_up.Totp')
  );
  return (
    <Row
      picture={<Tile icon="phone" tone={app ? 'brand' : 'muted'} />}
      title={name}
      detail={detail}
      action={
        canEdit &&
        !isAdding &&
        (app ? (
          <SmallButton busy={busy} onClick={() => void remove(app)}>
            {t('account.action.remove')}
            <span className="hidden"> {name}</span>
          </SmallButton>
        ) : (
          isOffered && (
            <SmallButton icon="plus" onClick={() => void start()}>
              {t('account.action.set_up')}
              <span className="hidden"> {name}</span>
            </SmallButton>
          )
        ))
      }
    >
      <Notice message={message} />
      {isAdding && (
        <AppForm
          onClose={() => setAdding(false)}
          onAdded={async () => {
            await onChange();
            say('account.factor.set_up');
          }}
        />
      )}
      {dialog}
    </Row>
  );
};

const addressIcons: Record<AddressFactor, IconName> = {
  EmailVerificationCode: 'mail',
  PhoneVerificationCode: 'message',
};

/** Codes to an address of the account need no setup. */
const AddressFactorRow = ({ type }: { type: AddressFactor }) => {
  const { account, t } = useAccount();
  const { primaryEmail, primaryPhone } = account;
  const address =
    type === 'EmailVerificationCode'
      ? primaryEmail && showIdentifier({ type: 'email', value: primaryEmail })
      : primaryPhone && showIdentifier({ type: 'phone', value: primaryPhone });
  return (
    <Row
      picture={<Tile icon={addressIcons[type]} />}
      title={t(`mfa.factor.${type}`)}
      detail={address ? <Breakable text={address} /> : t(`mfa.set_up.${type}`)}
    />
  );
};
