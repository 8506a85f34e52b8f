// The values found in the metadata of a service provider.
import { Checkbox } from '@mantine/core';
import type { SamlEndpoint, ServiceProvider } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../kit/facts.tsx';
import { AcsIndexes } from './acs-indexes.tsx';
import { bindingNames, formatTitle } from './names.ts';
import classes from './saml.module.css';

type Props = { found: ServiceProvider; encrypt: boolean; onEncrypt: (encrypt: boolean) => void };

/** The fields that had the focus are gone. */
const focus = (node: HTMLElement | null) => node?.focus();

function Code({ value }: { value: string }) {
  return (
    <code className="mono" dir="ltr">
      {value}
    </code>
  );
}

function Endpoint({ endpoint: { url, binding } }: { endpoint: SamlEndpoint }) {
  return (
    <>
      <Code value={url} /> <bdi className={classes.hint}>({bindingNames[binding]})</bdi>
    </>
  );
}

export function FoundMetadata({ found, encrypt, onEncrypt }: Props) {
  const { t } = useTranslation();
  const { entityId, acsUrl, otherAcsUrls, singleLogoutUrl, signingCertificate, encryptionCertificate, nameIdFormat } =
    found;
  const included = t('applications.saml.import.included');
  return (
    <section ref={focus} tabIndex={-1} className={classes.found} aria-label={t('applications.saml.import.found')}>
      <Facts
        facts={[
          { name: t('applications.saml.service_provider.entity_id'), value: <Code value={entityId} /> },
          acsUrl !== null && {
            name: t('applications.saml.service_provider.acs_url'),
            value: <Endpoint endpoint={acsUrl} />,
          },
          otherAcsUrls.length > 0 && {
            name: t('applications.saml.service_provider.other_acs_urls'),
            value: otherAcsUrls.map((url) => <Code key={url} value={url} />),
          },
          acsUrl?.indexes !== undefined && {
            name: t('applications.saml.service_provider.acs_indexes'),
            value: <AcsIndexes indexes={acsUrl.indexes} />,
          },
          signingCertificate !== null && {
            name: t('applications.saml.service_provider.signing_certificate'),
            value: included,
          },
          singleLogoutUrl !== null && {
            name: t('applications.saml.service_provider.logout_url'),
            value: <Endpoint endpoint={singleLogoutUrl} />,
          },
          nameIdFormat !== null && {
            name: t('applications.saml.assertions.name_id_format'),
            value: formatTitle(nameIdFormat, t),
          },
          encryptionCertificate !== null && {
            name: t('applications.saml.assertions.encryption_certificate'),
            value: included,
          },
        ]}
      />
      {encryptionCertificate !== null && (
        <Checkbox
          label={t('applications.saml.import.encrypt')}
          checked={encrypt}
          onChange={(event) => onEncrypt(event.currentTarget.checked)}
        />
      )}
    </section>
  );
}
