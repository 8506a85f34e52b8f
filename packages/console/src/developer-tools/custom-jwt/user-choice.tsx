// Chooses the user whose data a test run gets.
import { Input } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { keywordQuery } from '../../kit/list-search.ts';
import { RemoteChoice, type RemoteOption, useKeyword } from '../../kit/remote-choice.tsx';
import { userSubtitle, useUserTitle } from '../../user-management/users/user-name.tsx';

type Props = { value: string | undefined; onChange: (id: string | undefined) => void };

export function UserChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const titleOf = useUserTitle();
  const [chosen, setChosen] = useState<RemoteOption>();
  const { keyword, setTyped } = useKeyword(chosen?.label);
  const { data } = useQuery({
    ...api.management.listQuery('/users', { query: keywordQuery(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const found = (data?.items ?? []).map((user) => {
    const label = [titleOf(user), userSubtitle(user)].filter(Boolean).join(' · ');
    return { value: user.id, label };
  });
  return (
    <Input.Wrapper label={t('custom-jwt.data.user')} description={t('custom-jwt.data.user_text')} labelElement="div">
      <RemoteChoice
        label={t('custom-jwt.data.user')}
        placeholder={t('custom-jwt.data.no_user')}
        chosen={value === undefined ? undefined : (chosen ?? { value, label: value })}
        found={found}
        onType={setTyped}
        onChange={(id) => {
          setChosen(found.find((one) => one.value === id));
          onChange(id);
        }}
      />
    </Input.Wrapper>
  );
}
