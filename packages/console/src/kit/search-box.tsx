// Search field of a list: searches while typing, or immediately on Enter. The slash key focuses it.
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './search-box.module.css';

type Props = { label: string; value: string; onSearch: (text: string) => void };

export function SearchBox({ label, value, onSearch }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);

  const send = (wanted: string) => {
    const trimmed = wanted.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    onSearch(trimmed);
  };
  const sendSoon = useDebouncedCallback(send, 300);

  useHotkeys([['/', () => input.current?.focus()]]);
  useEffect(() => {
    // The URL changed by other means: back, forward or a link.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  const change = (wanted: string) => {
    setText(wanted);
    sendSoon(wanted);
  };
  const clear = () => {
    setText('');
    send('');
    input.current?.focus();
  };

  return (
    <search className={classes.box}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <TextInput
          ref={input}
          type="text"
          enterKeyHint="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          maxLength={256}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          leftSection={<IconSearch size={16} />}
          rightSectionPointerEvents="all"
          rightSection={text !== '' && <CloseButton size="sm" aria-label={t('list.clear_search')} onClick={clear} />}
        />
      </form>
    </search>
  );
}
