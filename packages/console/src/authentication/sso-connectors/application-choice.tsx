// Chooses the application of IdP-initiated sign-in: first-party ones that can receive users, searched on the server.
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApplicationType } from '@tessera/contract/applications';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { listQuery } from '../../kit/list-search.ts';
import { Notice } from '../../kit/notice.tsx';
import { useKeyword } from '../../kit/remote-choice.tsx';
import { applicationQuery } from '../applications/query.ts';

const types = ['Traditional', 'SPA', 'SAML'] as const satisfies readonly ApplicationType[];

type Props = {
  value: string;
  error: ReactNode;
  onChange: (application: { id: string; type: ApplicationType }) => void;
};

export function ApplicationChoice({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: chosen } = useQuery({
    ...applicationQuery(api, value),
    enabled: value !== '',
    meta: { silent: true },
  });
  const labelOf = ({ name, type }: { name: string; type: ApplicationType }) =>
    `${name} (${types.some((known) => known === type) ? t(`sso-connectors.idp.types.${type as (typeof types)[number]}`) : type})`;
  const chosenLabel = chosen && labelOf(chosen);
  const { keyword, setTyped } = useKeyword(chosenLabel);
  const { data } = useQuery({
    ...api.management.listQuery('/applications', {
      query: { ...listQuery(keyword === '' ? {} : { keyword }), types: [...types], isThirdParty: 'false' },
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = (data?.items ?? []).filter(({ id }) => id !== value);
  const options = [
    ...(value === '' ? [] : [{ id: value, label: chosenLabel ?? value }]),
    ...found.map((one) => ({ id: one.id, label: labelOf(one) })),
  ];
  return (
    <>
      <Select
        label={t('sso-connectors.idp.application')}
        placeholder={t('sso-connectors.idp.application_search')}
        withAsterisk
        searchable
        // Options would cover the error of an invalid field, which gets the focus.
        openOnFocus={false}
        allowDeselect={false}
        data={options.map(({ id, label }) => ({ value: id, label }))}
        value={value === '' ? null : value}
        error={error}
        onSearchChange={setTyped}
        filter={({ options: all }) => all}
        nothingFoundMessage={t('list.nothing_found')}
        onChange={(id) => {
          const application = found.find((one) => one.id === id);
          if (application) onChange(application);
        }}
        data-path="applicationId"
      />
      {data?.total === 0 && keyword === '' && (
        <Notice actions={<Link to="/applications/create">{t('sso-connectors.idp.create_application')}</Link>}>
          {t('sso-connectors.idp.no_application')}
        </Notice>
      )}
    </>
  );
}
