// Select with server-side search.
import { Select } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export type RemoteOption = { value: string; label: string };

/** The search keyword. Once an option is chosen, the text is its name and not a keyword. */
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
  /** Focused by the slash key, like other search fields. */
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
      clearButtonProps={{ 'aria-label': t('list.clear_choice') }}
      onSearchChange={onType}
      // Inside the popover of a filter, options in a portal would count as a click outside.
      comboboxProps={{ withinPortal: false }}
      filter={({ options }) => options}
      nothingFoundMessage={t('list.nothing_found')}
    />
  );
}
