// Choosing one among any number of things: the server looks for what is typed.
import { Select } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export type RemoteOption = { value: string; label: string };

/** What is looked for. What stands there once one is chosen is a name, and not what somebody looks for. */
export function useKeyword(chosenName: string | undefined) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 250);
  return { keyword: settled === chosenName ? '' : settled, setTyped };
}

type Props = {
  label: string;
  placeholder: string;
  chosen: RemoteOption | undefined;
  found: readonly RemoteOption[];
  onType: (text: string) => void;
  onChange: (value: string | undefined) => void;
  /** The slash key leads here, as to the search of other lists. */
  isSearch?: boolean;
};

export function RemoteChoice({ label, placeholder, chosen, found, onType, onChange, isSearch = false }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys(isSearch ? [['/', () => input.current?.focus()]] : []);
  return (
    <Select
      ref={input}
      aria-label={label}
      placeholder={placeholder}
      data={[...(chosen ? [chosen] : []), ...found.filter(({ value }) => value !== chosen?.value)]}
      value={chosen?.value ?? null}
      onChange={(value) => onChange(value ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit-logs.filters.clear') }}
      onSearchChange={onType}
      filter={({ options }) => options}
      nothingFoundMessage={t('audit-logs.filters.nothing_found')}
    />
  );
}
