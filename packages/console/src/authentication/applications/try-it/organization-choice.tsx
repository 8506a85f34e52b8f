// Chooses an organization for a test, searched on the server.
import { Input } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { keywordQuery } from '../../../kit/list-search.ts';
import { RemoteChoice, type RemoteOption, useKeyword } from '../../../kit/remote-choice.tsx';
import classes from './try-it.module.css';

type Props = { description: string; value: string | undefined; onChange: (id: string | undefined) => void };

export function OrganizationChoice({ description, value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [chosen, setChosen] = useState<RemoteOption>();
  const { keyword, setTyped } = useKeyword(chosen?.label);
  const { data } = useQuery({
    ...api.management.listQuery('/organizations', { query: keywordQuery(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const label = t('application-tests.request.organization');
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <div className={classes.choice}>
        <RemoteChoice
          label={label}
          placeholder={t('application-tests.request.organization_placeholder')}
          chosen={value === undefined ? undefined : (chosen ?? { value, label: value })}
          found={found}
          onType={setTyped}
          onChange={(id) => {
            setChosen(found.find((one) => one.value === id));
            onChange(id);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
