// The certificates that responses are signed with. At most one of them is active.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SamlCertificate } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Expiry } from '../../../kit/expiry.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { type Column, ListTable, ListTableSkeleton } from '../../../kit/list-table.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { CertificateMenu } from './certificate-menu.tsx';
import { CertificateNotice } from './certificate-notice.tsx';
import { CreateCertificate } from './create-certificate.tsx';
import { certificateName } from './names.ts';
import { certificatesQuery } from './query.ts';
import classes from './saml.module.css';

function Fingerprint({ certificate }: { certificate: SamlCertificate }) {
  const { t } = useTranslation();
  const value = certificate.fingerprints.sha256.unformatted;
  return (
    <span className={classes.fingerprint}>
      <code className="mono" dir="ltr" title={value}>
        {value}
      </code>
      <CopyButton
        value={value}
        label={t('applications.saml.certificates.fingerprint_of', { name: certificateName(certificate) })}
      />
    </span>
  );
}

export function CertificatesSection({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: certificates, error, refetch } = useQuery(certificatesQuery(api, id));
  const [creating, dialog] = useDisclosure();
  const title = t('applications.saml.certificates.title');
  const columns: Column<SamlCertificate>[] = [
    {
      key: 'expires',
      title: t('applications.saml.certificates.expires'),
      cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
    },
    {
      key: 'fingerprint',
      title: t('applications.saml.certificates.fingerprint'),
      width: '36%',
      cell: (certificate) => <Fingerprint certificate={certificate} />,
    },
    {
      key: 'status',
      title: t('applications.saml.certificates.status'),
      width: '20%',
      cell: ({ active }) => (
        <StateTag state={active ? 'success' : 'neutral'}>
          {t(`applications.saml.certificates.${active ? 'active' : 'inactive'}`)}
        </StateTag>
      ),
    },
    {
      key: 'menu',
      title: t('general.actions'),
      cell: (certificate) => (
        <CertificateMenu id={id} certificate={certificate} hasActive={certificates?.some(({ active }) => active)} />
      ),
    },
  ];
  return (
    <FormSection
      id="certificates"
      title={title}
      text={t('applications.saml.certificates.text')}
      action={
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {t('applications.saml.certificates.create')}
        </Button>
      }
    >
      {certificates && <CertificateNotice certificates={certificates} />}
      {!certificates && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!certificates && !error && <ListTableSkeleton title={title} columns={columns} rows={1} />}
      {certificates && certificates.length > 0 && (
        <ListTable
          title={title}
          items={certificates}
          rowKey={(certificate) => certificate.id}
          stale={false}
          columns={columns}
        />
      )}
      {creating && <CreateCertificate id={id} onClose={dialog.close} />}
    </FormSection>
  );
}
