// Layout of the transfer box: available items and selection.
import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './transfer-frame.module.css';

export type ChosenItem = { id: string; name: string; content: ReactNode };

type Props = {
  label: string;
  searchLabel: string;
  typed: string;
  onType: (text: string) => void;
  /** Content below the search: the list, or its empty or error state. */
  children: ReactNode;
  chosen: readonly ChosenItem[];
  onRemove: (id: string) => void;
  onClear: () => void;
  error?: ReactNode;
};

export function TransferFrame(props: Props) {
  const { label, searchLabel, typed, onType, children, chosen, onRemove, onClear, error } = props;
  const { t } = useTranslation();
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);

  // Removing an item removes its focused button: move the focus to the next item or the search.
  useEffect(() => {
    if (removed.current === undefined) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(removed.current, buttons.length - 1)] ?? search.current)?.focus();
    removed.current = undefined;
  });

  const remove = (item: ChosenItem, index: number) => {
    removed.current = index;
    onRemove(item.id);
  };
  const clear = () => {
    removed.current = 0;
    onClear();
  };

  return (
    <fieldset className={classes.field} {...(error !== undefined && { 'aria-describedby': `${id}-error` })}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        <div className={classes.panels}>
          <div className={classes.panel}>
            <search>
              <TextInput
                ref={search}
                className={classes.search}
                variant="unstyled"
                aria-label={searchLabel}
                placeholder={searchLabel}
                maxLength={256}
                autoComplete="off"
                value={typed}
                leftSection={<IconSearch size={16} />}
                onChange={(event) => onType(event.currentTarget.value)}
                onKeyDown={(event) => {
                  // Enter in the search field must not submit the surrounding form.
                  if (event.key === 'Enter') event.preventDefault();
                }}
              />
            </search>
            {children}
          </div>
          <div className={classes.panel}>
            <div className={classes.head}>
              <span role="status">{t('transfer.chosen', { count: chosen.length })}</span>
              {chosen.length > 0 && (
                <Button variant="subtle" size="compact-xs" onClick={clear}>
                  {t('transfer.clear')}
                </Button>
              )}
            </div>
            {chosen.length === 0 && <p className={classes.hint}>{t('transfer.nothing_chosen')}</p>}
            <ul className={classes.list} ref={list} aria-label={t('transfer.chosen', { count: chosen.length })}>
              {chosen.map((item, index) => (
                <li key={item.id} className={classes.chosen}>
                  <div className={classes.content}>{item.content}</div>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    c="dimmed"
                    size={24}
                    aria-label={t('transfer.remove', { name: item.name })}
                    onClick={() => remove(item, index)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
