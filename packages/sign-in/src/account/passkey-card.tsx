// Passkeys: added, renamed and removed.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';
import { useState } from 'react';
import type { Problem } from '../api.ts';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { isEditable, useAccount } from './account-context.ts';
import { useConfirm } from './confirm.tsx';
import { dayOf, deviceName, timeAgo } from './device.ts';
import { EditForm } from './edit-form.tsx';
import { isOffered } from './offered-factors.ts';
import { Card, Details, Row, Rows, SmallButton, Tile } from './parts.tsx';
import { RowMenu } from './row-menu.tsx';
import { useAction } from './use-action.ts';

type Props = { factors: MfaVerification[]; onChange: () => Promise<void> };

export const PasskeyCard = ({ factors, onChange }: Props) => {
  const { api, center, say, settings, t } = useAccount();
  const { runVerified, busy, message, tell } = useAction();
  const { confirm, dialog } = useConfirm();
  const passkeys = factors.filter(({ type }) => type === 'WebAuthn');
  const canAdd = isOffered(settings, 'WebAuthn');
  const canEdit = isEditable(center, 'mfa');
  if (passkeys.length === 0 && !canAdd) return null;
  const add = () =>
    void runVerified(async (verificationId) => {
      const { addPasskey, passkeyProblems } = await import('./passkeys.ts');
      try {
        await addPasskey(api, verificationId, deviceName(t, navigator.userAgent));
      } catch (problem) {
        const known = passkeyProblems.find((key) => key === (problem as Problem).code);
        if (!known) throw problem;
        return tell(known);
      }
      await onChange();
      say('account.passkey.added');
    });
  const remove = async (passkey: MfaVerification, name: string) => {
    const isSure = await confirm({
      title: t('account.passkey.remove_title', { name }),
      action: t('account.passkey.remove'),
      text: t('account.passkey.remove_text'),
    });
    if (!isSure) return;
    await runVerified(async (verificationId) => {
      const params = { verificationId: passkey.id };
      await api.call('DELETE', '/my-account/mfa-verifications/:verificationId', { params, verificationId });
      await onChange();
      say('account.passkey.removed');
    });
  };
  return (
    <Card
      title={t('account.passkey.title')}
      text={t(passkeys.length === 0 ? 'account.passkey.none' : 'account.passkey.text')}
      action={
        canEdit &&
        canAdd && (
          <SmallButton icon="plus" busy={busy} onClick={add}>
            {t('account.passkey.add')}
          </SmallButton>
        )
      }
    >
      <Notice message={message} />
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              canEdit={canEdit}
              onRemove={(name) => void remove(passkey, name)}
              onChange={onChange}
            />
          ))}
        </Rows>
      )}
      {dialog}
    </Card>
  );
};

type RowProps = {
  passkey: MfaVerification;
  canEdit: boolean;
  onRemove: (name: string) => void;
  onChange: () => Promise<void>;
};

const PasskeyRow = ({ passkey, canEdit, onRemove, onChange }: RowProps) => {
  const { language, t } = useAccount();
  const [isRenaming, setRenaming] = useState(false);
  const { name: given, agent, createdAt, lastUsedAt } = passkey;
  const name = given || deviceName(t, agent);
  return (
    <Row
      picture={<Tile icon="fingerprint" />}
      title={name}
      detail={
        <Details
          parts={[
            t('account.factor.added', { date: dayOf(language, createdAt) }),
            lastUsedAt && t('account.factor.used', { time: timeAgo(language, Date.parse(lastUsedAt)) }),
          ]}
        />
      }
      action={
        canEdit && (
          <RowMenu
            name={name}
            items={[
              { label: t('account.passkey.rename'), onChoose: () => setRenaming(true) },
              { label: t('account.passkey.remove'), isDangerous: true, onChoose: () => onRemove(name) },
            ]}
          />
        )
      }
    >
      {isRenaming && (
        <RenameForm passkey={passkey} name={name} onChange={onChange} onClose={() => setRenaming(false)} />
      )}
    </Row>
  );
};

type FormProps = { passkey: MfaVerification; name: string; onChange: () => Promise<void>; onClose: () => void };

const RenameForm = ({ passkey, name, onChange, onClose }: FormProps) => {
  const { api, say, t } = useAccount();
  const { runVerified, busy, message } = useAction();
  const [value, setValue] = useState(name);
  const [error, setError] = useState<string>();
  const submit = () => {
    if (!value.trim()) return setError(t('error.required'));
    return void runVerified(async (verificationId) => {
      await api.call('PATCH', '/my-account/mfa-verifications/:verificationId/name', {
        params: { verificationId: passkey.id },
        body: { name: value.trim() },
        verificationId,
      });
      await onChange();
      say('account.state.saved');
      onClose();
    });
  };
  return (
    <EditForm action={t('account.action.save')} busy={busy} message={message} onSubmit={submit} onCancel={onClose}>
      <TextField
        name="passkey-name"
        label={t('account.passkey.name')}
        maxLength={64}
        value={value}
        error={error}
        autoComplete="off"
        onChange={(typed) => {
          setValue(typed);
          setError(undefined);
        }}
      />
    </EditForm>
  );
};
