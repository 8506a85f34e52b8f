// The email address or phone number of the account: changed after verification, with a code sent to the new one.
import type { Address } from '@tessera/contract/experience';
import { useState } from 'react';
import { isAddress, nameKinds, showIdentifier } from '../identifier.ts';
import { TextButton } from '../kit/button.tsx';
import { IdentifierField, useIdentifier } from '../kit/identifier-field.tsx';
import { isEditable, useAccount } from './account-context.ts';
import { CodeForm, type SentCode, useCodes } from './code-form.tsx';
import { EditForm } from './edit-form.tsx';
import { FieldRow } from './field-row.tsx';
import { Breakable, Tag } from './parts.tsx';
import { useAction } from './use-action.ts';

type Kind = Address['type'];
const columns = { email: 'primaryEmail', phone: 'primaryPhone' } as const;
const verified = { email: 'primaryEmailVerified', phone: 'primaryPhoneVerified' } as const;
const paths = { email: '/my-account/primary-email', phone: '/my-account/primary-phone' } as const;

export const AddressRow = ({ kind }: { kind: Kind }) => {
  const { account, center, verify, t } = useAccount();
  const value = account[columns[kind]];
  const isVerified = account[verified[kind]] === true;
  return (
    <FieldRow
      label={t(`account.profile.${kind}`)}
      value={value && <Breakable text={showIdentifier({ type: kind, value })} />}
      tag={
        value && (
          <Tag tone={isVerified ? 'brand' : 'muted'}>
            {t(isVerified ? 'account.state.verified' : 'account.state.not_verified')}
          </Tag>
        )
      }
      action={isEditable(center, kind) ? t(value ? 'account.action.change' : 'account.action.add') : undefined}
      before={async () => (await verify()) !== undefined}
      form={(close) => <AddressForm kind={kind} onClose={close} />}
    />
  );
};

const AddressForm = ({ kind, onClose }: { kind: Kind; onClose: () => void }) => {
  const { account, api, language, reload, say, t } = useAccount();
  const { run, runVerified, withProof, busy, message } = useAction();
  const { send } = useCodes();
  const input = useIdentifier([kind], undefined);
  const [errors, setErrors] = useState<{ value?: string }>({});
  const [sent, setSent] = useState<SentCode>();
  const done = async () => {
    await reload();
    say('account.state.saved');
    onClose();
  };
  const ask = () => {
    const { identifier } = input;
    if (!isAddress(identifier)) {
      const name = nameKinds([kind], t, language);
      return setErrors({ value: t(input.text ? 'error.invalid_identifier' : 'error.required', { identifier: name }) });
    }
    return void run(async () => setSent(await send(identifier)));
  };
  const taken = () => {
    setSent(undefined);
    setErrors({ value: t('error.address_taken') });
  };
  const save = ({ address: { value }, recordId: newIdentifierVerificationRecordId }: SentCode) =>
    withProof(async (verificationId) => {
      await (kind === 'email'
        ? api.call('POST', paths.email, { body: { email: value, newIdentifierVerificationRecordId }, verificationId })
        : api.call('POST', paths.phone, { body: { phone: value, newIdentifierVerificationRecordId }, verificationId }));
      await done();
    });
  const remove = () =>
    void runVerified(async (verificationId) => {
      await api.call('DELETE', paths[kind], { verificationId });
      await done();
    });

  if (sent) {
    return (
      <CodeForm
        work={{ run, busy }}
        sent={sent}
        onResent={setSent}
        onAccepted={() => save(sent)}
        expected={{ 'user.email_already_in_use': taken, 'user.phone_already_in_use': taken }}
      >
        {(boxes, submit, codeErrors) => (
          <EditForm
            key="code"
            errors={codeErrors}
            action={t('action.continue')}
            busy={busy}
            message={message}
            onSubmit={submit}
            onCancel={onClose}
          >
            {boxes}
          </EditForm>
        )}
      </CodeForm>
    );
  }
  return (
    <EditForm
      key="address"
      errors={errors}
      action={t('action.send_code')}
      busy={busy}
      message={message}
      onSubmit={ask}
      onCancel={onClose}
      more={account[columns[kind]] && <TextButton onClick={remove}>{t(`account.profile.remove_${kind}`)}</TextButton>}
    >
      <IdentifierField
        input={input}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        error={errors.value}
        onChange={() => setErrors({})}
      />
    </EditForm>
  );
};
