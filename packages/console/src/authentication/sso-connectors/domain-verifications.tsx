// Ownership of the saved email domains: the DNS record of each domain, and a button to check it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DomainVerification } from '@tessera/contract/sso-connectors';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { Notice } from '../../kit/notice.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { aboutSsoConnectors, type SsoConnectorDetails } from './query.ts';
import classes from './sso-connectors.module.css';

export const domainsSection = 'domains';

function useCheck(id: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: (domain: string) =>
      api.management.post('/sso-connectors/:id/domains/:domain/verification', { params: { id, domain } }),
    onSuccess: ({ status, domain }) => {
      if (status === 'Verified') toast(t('sso-connectors.verification.done', { domain }));
    },
    onSettled: () => queryClient.invalidateQueries({ predicate: aboutSsoConnectors }),
  });
}

function Verification({ id, verification }: { id: string; verification: DomainVerification }) {
  const { t } = useTranslation();
  const check = useCheck(id);
  const { domain, status, dnsRecord, verifiedAt, checkedAt, problem } = verification;
  const isPending = status === 'Pending';
  return (
    <li className={classes.record}>
      <div className={classes.recordHead}>
        <bdi className="mono">{domain}</bdi>
        <StateTag state={isPending ? 'warning' : 'success'}>
          {t(`sso-connectors.verification.${isPending ? 'Pending' : 'Verified'}`)}
        </StateTag>
        {!isPending && verifiedAt !== null && (
          <span className={classes.when}>
            <DateText value={verifiedAt} />
          </span>
        )}
        {isPending && checkedAt !== null && (
          <span className={classes.when}>
            {t('sso-connectors.verification.checked')} <DateText value={checkedAt} />
          </span>
        )}
        {isPending && (
          <BusyButton variant="default" busy={check.isPending} onClick={() => check.mutate(domain)}>
            {t('sso-connectors.verification.check')}
            <span className="visually-hidden"> {domain}</span>
          </BusyButton>
        )}
      </div>
      {isPending && (
        <>
          {problem !== null && <Notice severity="warning">{problem}</Notice>}
          <p className={classes.hint}>{t('sso-connectors.verification.hint', { type: dnsRecord.type })}</p>
          <CopyField label={t('sso-connectors.verification.name')} value={dnsRecord.name} />
          <CopyField label={t('sso-connectors.verification.value')} value={dnsRecord.value} />
        </>
      )}
    </li>
  );
}

const toProve = ({ domainVerifications }: SsoConnectorDetails) =>
  domainVerifications.filter(({ status }) => status !== 'NotRequired');
export const needsProof = (connector: SsoConnectorDetails) => toProve(connector).length > 0;

export function DomainVerifications({ connector }: { connector: SsoConnectorDetails }) {
  const { t } = useTranslation();
  if (!needsProof(connector)) return null;
  return (
    <FormSection
      id={domainsSection}
      title={t('sso-connectors.verification.title')}
      text={t('sso-connectors.verification.text')}
    >
      <ul className={classes.records}>
        {toProve(connector).map((verification) => (
          <Verification key={verification.domain} id={connector.id} verification={verification} />
        ))}
      </ul>
    </FormSection>
  );
}
