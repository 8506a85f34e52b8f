// What is known about an identity provider: endpoints and certificates from its discovery document or metadata.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { Facts } from '../../kit/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { aboutSsoConnectors, type SsoConnectorDetails, ssoConnectorQuery } from './query.ts';
import classes from './sso-connectors.module.css';

type Props = { connector: SsoConnectorDetails };

function useRefresh(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: () => api.management.post('/sso-connectors/:id/refresh', { params: { id } }),
    onSuccess: ({ providerStatus: { failedAt, failure } }) => {
      if (failedAt === null) {
        toast(t('sso-connectors.preview.refreshed'));
        return;
      }
      // The notice at the top says it, too, but can be out of view.
      notifications.show({
        color: 'red',
        message: t('sso-connectors.preview.refresh_failed', { reason: failure ?? '' }),
        closeButtonProps: { 'aria-label': t('general.close') },
      });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ssoConnectorQuery(api, id).queryKey });
      void queryClient.invalidateQueries({ predicate: aboutSsoConnectors });
    },
  });
}

/** `isRemote`: the values are read from the provider, again and again. */
function Frame({ connector, isRemote, children }: Props & { isRemote: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const titleId = useId();
  const refresh = useRefresh(connector.id);
  const { fetchedAt } = connector.providerStatus;
  return (
    <section className={classes.preview} aria-labelledby={titleId}>
      <div className={classes.previewHead}>
        <h3 id={titleId}>{t('sso-connectors.preview.title')}</h3>
        <span className={classes.checked}>
          {isRemote && fetchedAt !== null && (
            <>
              {t('sso-connectors.preview.fetched')} <DateText value={fetchedAt} />
            </>
          )}
        </span>
        {isRemote && (
          <BusyButton variant="default" size="compact-sm" busy={refresh.isPending} onClick={() => refresh.mutate()}>
            {t('sso-connectors.preview.refresh')}
          </BusyButton>
        )}
      </div>
      {children}
    </section>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <span className={classes.value}>
      <code className="mono" dir="ltr">
        {value}
      </code>
      <CopyButton value={value} label={label} />
    </span>
  );
}

export function OidcPreview({ connector }: Props) {
  const { t } = useTranslation();
  const { providerConfig } = connector;
  if (!providerConfig || 'serviceProvider' in providerConfig) return null;
  const names = ['issuer', 'authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint', 'jwksUri'] as const;
  return (
    <Frame connector={connector} isRemote>
      <Facts
        facts={names.map((key) => {
          const value = providerConfig[key];
          const name = t(`sso-connectors.preview.${key}`);
          return value !== undefined && { name, value: <Value label={name} value={value} /> };
        })}
      />
    </Frame>
  );
}

type IdentityProvider = NonNullable<
  Extract<NonNullable<SsoConnectorDetails['providerConfig']>, { serviceProvider: object }>['identityProvider']
>;
const monthLength = 30 * 86_400_000;

function Certificate({ certificate }: { certificate: IdentityProvider['certificates'][number] }) {
  const { t, i18n } = useTranslation();
  const { certificateValidFrom, certificateExpiresAt, isCertificateValid, x509Certificate, fingerprints } = certificate;
  const format = (at: number) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(at);
  const values = { from: format(certificateValidFrom), date: format(certificateExpiresAt) };
  const isUpcoming = Date.now() < certificateValidFrom;
  const isSoon = certificateExpiresAt - Date.now() < monthLength;
  const state = isUpcoming ? 'neutral' : isCertificateValid ? (isSoon ? 'warning' : 'success') : 'error';
  const text = isUpcoming ? 'upcoming' : isCertificateValid ? 'valid' : 'invalid';
  return (
    <>
      <span className={classes.value}>
        <StateTag state={state}>{t(`sso-connectors.preview.${text}`, values)}</StateTag>
        <CopyButton value={x509Certificate} label={t('sso-connectors.preview.certificate')} />
      </span>
      <span className={classes.checked}>{t('sso-connectors.preview.fingerprint')}</span>{' '}
      <code className="mono" dir="ltr">
        {fingerprints.sha256.formatted}
      </code>
    </>
  );
}

export function SamlPreview({ connector }: Props) {
  const { t } = useTranslation();
  const { providerConfig, config } = connector;
  const provider = providerConfig && 'serviceProvider' in providerConfig ? providerConfig.identityProvider : undefined;
  if (!provider) return null;
  const { certificates } = provider;
  const fact = (key: 'entityId' | 'signInEndpoint') => {
    const name = t(`sso-connectors.preview.${key}`);
    return { name, value: <Value label={name} value={provider[key]} /> };
  };
  return (
    <Frame connector={connector} isRemote={typeof config.metadataUrl === 'string'}>
      <Facts
        facts={[
          fact('entityId'),
          fact('signInEndpoint'),
          {
            name: t('sso-connectors.preview.certificates', { count: certificates.length }),
            value: (
              <ul className={classes.certificates}>
                {certificates.map((certificate) => (
                  <li key={certificate.x509Certificate}>
                    <Certificate certificate={certificate} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Frame>
  );
}
