// A required choice in a form, searched on the server.
import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type RemoteOption as Option, useKeyword } from '../../../kit/remote-choice.tsx';

export type { Option };

/** The keyword of a field, and its part of the select. */
export function useSearched<Values extends Record<string, Option | null>>(
  form: UseFormReturnType<Values>,
  path: keyof Values & string,
) {
  const chosen = form.values[path] ?? null;
  const { keyword, setTyped } = useKeyword(chosen?.label);
  return {
    keyword,
    props: {
      path,
      chosen,
      error: form.errors[path],
      onType: setTyped,
      onChoose: (option: Option) => form.setFieldValue(path, option as never),
    },
  };
}

type Props = {
  label: string;
  description?: string;
  placeholder: string;
  path: string;
  chosen: Option | null;
  /** `undefined` while loading. */
  found: readonly Option[] | undefined;
  error: ReactNode;
  /** The first field of a dialog gets the focus. */
  isFirst?: boolean;
  onType: (text: string) => void;
  onChoose: (option: Option) => void;
};

export function SearchSelect({ chosen, found, path, isFirst = false, onType, onChoose, ...input }: Props) {
  const { t } = useTranslation();
  const others = (found ?? []).filter(({ value }) => value !== chosen?.value);
  const options = chosen ? [chosen, ...others] : others;
  return (
    <Select
      {...input}
      withAsterisk
      searchable
      // Options would cover the error of an invalid field, which gets the focus.
      openOnFocus={false}
      allowDeselect={false}
      data={options}
      value={chosen?.value ?? null}
      onSearchChange={onType}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={t(found ? 'list.nothing_found' : 'general.loading')}
      maxDropdownHeight={240}
      onChange={(value) => {
        const option = options.find((one) => one.value === value);
        if (option) onChoose(option);
      }}
      data-path={path}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}
