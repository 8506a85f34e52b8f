// Actions of a signing certificate: activate or deactivate, download, delete.
import { Menu } from '@mantine/core';
import { IconCircleCheck, IconCircleOff, IconDownload, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { SamlCertificate } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { useConfirmedAction } from '../../../kit/confirmed-action.ts';
import { useDeletion } from '../../../kit/deletion.ts';
import { RowActions } from '../../../kit/row-actions.tsx';
import { saveFile } from '../../../kit/save-file.ts';
import { certificateName } from './names.ts';
import { certificatesQuery } from './query.ts';

type Props = {
  /** Of the application. */
  id: string;
  certificate: SamlCertificate;
  /** Whether any certificate of the application is active. */
  hasActive: boolean | undefined;
};

const path = '/saml-applications/:id/secrets/:secretId';

const download = (id: string, { id: secretId, certificate }: SamlCertificate) =>
  saveFile(new Blob([certificate], { type: 'application/x-x509-ca-cert' }), `${id}-saml-certificate-${secretId}.pem`);

function useActivation({ id, certificate, hasActive }: Props) {
  const { id: secretId, active } = certificate;
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const texts = (key: 'title' | 'text' | 'toast') =>
    t(`applications.saml.certificates.${active ? 'deactivation' : 'activation'}.${key}`, {
      name: certificateName(certificate),
    });
  return useConfirmedAction({
    question: () => ({
      title: texts('title'),
      text: !active && hasActive ? t('applications.saml.certificates.activation.instead') : texts('text'),
      confirmLabel: t(`applications.saml.certificates.${active ? 'deactivate' : 'activate'}`),
      danger: active,
    }),
    act: () => api.management.patch(path, { params: { id, secretId }, body: { active: !active } }),
    doneText: () => texts('toast'),
    onDone: () => queryClient.invalidateQueries({ queryKey: certificatesQuery(api, id).queryKey }),
  });
}

export function CertificateMenu(props: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, certificate } = props;
  const { id: secretId, active } = certificate;
  const name = certificateName(certificate);
  const activation = useActivation(props);
  const remove = useDeletion();
  const ActivationIcon = active ? IconCircleOff : IconCircleCheck;
  return (
    <RowActions name={name}>
      <Menu.Item leftSection={<ActivationIcon size={16} />} onClick={() => activation.ask()}>
        {t(`applications.saml.certificates.${active ? 'deactivate' : 'activate'}`)}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => download(id, certificate)}>
        {t('applications.saml.certificates.download')}
      </Menu.Item>
      {!active && (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() =>
            void remove({
              title: t('applications.saml.certificates.delete_title', { name }),
              text: t('applications.saml.certificates.delete_text'),
              done: t('applications.saml.certificates.deleted_toast'),
              remove: () => api.management.del(path, { params: { id, secretId } }),
              about: [{ queryKey: certificatesQuery(api, id).queryKey }],
            })
          }
        >
          {t('general.delete')}
        </Menu.Item>
      )}
    </RowActions>
  );
}
