// Chooses a user by name or identifier, searched on the server.
import { Input } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../app/services.tsx';
import { keywordQuery } from '../../kit/list-search.ts';
import { RemoteChoice, type RemoteOption, useKeyword } from '../../kit/remote-choice.tsx';
import { userSubtitle, useUserTitle } from './user-name.tsx';

type Props = {
  label: string;
  description: string;
  placeholder: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
};

export function UserChoice({ label, description, placeholder, value, onChange }: Props) {
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
    const name = [titleOf(user), userSubtitle(user)].filter(Boolean).join(' · ');
    return { value: user.id, label: name };
  });
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <RemoteChoice
        label={label}
        placeholder={placeholder}
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
