// Dialog to edit one profile field.

import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isWebUrl } from '@tessera/contract/web-url';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { Uploader } from '../../kit/uploader.tsx';
import type { OwnAccount } from './own-account.ts';

export type EditedField = 'avatar' | 'name' | 'username';

const maxLength = { avatar: 2048, name: 128, username: 128 } as const;
const isUsername = (value: string) => /^[A-Z_a-z]\w*$/.test(value);

type Props = { field: EditedField; account: OwnAccount; canUpload: boolean; onClose: () => void };

export function EditField(props: Props) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={props.onClose} title={t(`profile.edit.${props.field}`)}>
      <EditForm {...props} />
    </Dialog>
  );
}

function EditForm({ field, account, canUpload, onClose }: Props) {
  const { t } = useTranslation();
  const save = useSave(field, onClose);
  const form = useForm({
    initialValues: { value: account[field] ?? '' },
    validateInputOnBlur: true,
    validate: { value: (value) => mistakeIn(field, value.trim()) },
  });

  function mistakeIn(edited: EditedField, value: string) {
    if (value === '') return edited === 'username' ? t('fields.required') : null;
    if (edited === 'username') return isUsername(value) ? null : t('profile.edit.username_rule');
    return edited === 'avatar' && !isWebUrl(value) ? t('profile.edit.address_rule') : null;
  }

  return (
    <form onSubmit={form.onSubmit(({ value }) => save.mutate(value.trim()))} noValidate>
      {field === 'avatar' && canUpload ? (
        <AvatarUploader value={form.values.value} onChange={(address) => form.setFieldValue('value', address)} />
      ) : (
        <TextInput
          {...form.getInputProps('value')}
          label={field === 'avatar' ? t('profile.edit.avatar_address') : t(`profile.fields.${field}`)}
          maxLength={maxLength[field]}
          withAsterisk={field === 'username'}
          autoComplete={field === 'avatar' ? 'off' : field}
          spellCheck={false}
          data-autofocus
        />
      )}
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <BusyButton type="submit" busy={save.isPending}>
          {t('general.save')}
        </BusyButton>
      </div>
    </form>
  );
}

function AvatarUploader({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  return (
    <Uploader
      label={t('profile.fields.avatar')}
      value={value}
      onChange={onChange}
      upload={(file, signal) => api.me.post('/user-assets', { body: { file } }, { signal })}
    />
  );
}

/** Errors such as a taken username are shown as an alert, others as a toast. */
function useSave(field: EditedField, onSaved: () => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { alert } = useConfirm();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: (value: string) => api.me.patch('', { body: { [field]: value } }),
    onSuccess: (account) => {
      queryClient.setQueryData(api.me.query('').queryKey, account);
      toast(t(`profile.saved.${field}`));
      onSaved();
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.status === 422) {
        void alert({ title: t('profile.not_saved'), text: error.message });
      }
    },
    meta: { suppressStatus: [422] },
  });
}
