// Details page of an external identity: the user there, and the provider's data.
import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '@tessera/contract/fields';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import classes from './identity-page.module.css';
import { ProviderLogo } from './provider-logo.tsx';
import { userQuery } from './query.ts';
import { useUserTitle } from './user-name.tsx';

type Props = {
  userId: string;
  provider: string;
  logo?: string | undefined;
  externalId: string;
  /** Additional labeled facts. */
  facts?: readonly { label: string; value: string }[];
  raw: JsonObject | undefined;
  menu?: ReactNode;
  /** Additional content. */
  children?: ReactNode;
};

export function IdentityPage({ userId, provider, logo, externalId, facts = [], raw, menu, children }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: user } = useQuery(userQuery(api, userId));
  const titleOf = useUserTitle();
  return (
    <DetailsPage
      back={<IdentityBack userId={userId} />}
      icon={<ProviderLogo logo={logo} />}
      title={provider}
      facts={user && <span>{t('users.identities.linked_to', { name: titleOf(user) })}</span>}
      id={{ label: t('users.identities.external_id'), value: externalId }}
      menu={menu}
      tabs={null}
    >
      <FormSections>
        <FormSection title={t('users.identities.account')} text={t('users.identities.account_text')}>
          {facts.map((fact) => (
            <CopyField key={fact.label} {...fact} />
          ))}
          <div>
            <p className={classes.label}>{t('users.identities.raw')}</p>
            {raw === undefined || Object.keys(raw).length === 0 ? (
              <p>{t('users.identities.nothing')}</p>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
              <pre className={classes.raw} dir="ltr" tabIndex={0}>
                {JSON.stringify(raw, null, 2)}
              </pre>
            )}
          </div>
        </FormSection>
        {children}
      </FormSections>
    </DetailsPage>
  );
}

const IdentityBack = ({ userId }: { userId: string }) => {
  const { t } = useTranslation();
  return (
    <BackLink to="/users/$id/security" params={{ id: userId }}>
      {t('users.identities.back')}
    </BackLink>
  );
};

/** Loading and error states. */
export function IdentityState({
  userId,
  query,
}: {
  userId: string;
  query: ComponentProps<typeof DetailsState>['query'];
}) {
  const { t } = useTranslation();
  const back = <IdentityBack userId={userId} />;
  return <DetailsState back={back} query={query} notFoundTitle={t('users.identities.not_found')} />;
}
