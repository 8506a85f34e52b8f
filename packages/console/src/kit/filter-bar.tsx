// The filters of a list, one chip each: dashed while inactive, tinted while active.
import { Button, CloseButton, Popover } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';

export type Filter = {
  key: string;
  label: string;
  /** The active value; undefined if the filter is inactive. */
  value: string | undefined;
  /** The editor of the filter's value. */
  editor: (close: () => void) => ReactNode;
  onClear: () => void;
};

function FilterChip({ filter: { label, value, editor, onClear } }: { filter: Filter }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const clear = () => {
    onClear();
    button.current?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal={false}
      width={240}
    >
      <span className={classes.chip} data-active={value !== undefined || undefined}>
        <Popover.Target>
          <button ref={button} type="button" className={classes.open} onClick={() => setOpened(!opened)}>
            {value === undefined && <IconPlus size={12} aria-hidden="true" />}
            {label}
            {value !== undefined && <bdi className={classes.value}>{value}</bdi>}
          </button>
        </Popover.Target>
        {value !== undefined && (
          <CloseButton size="xs" aria-label={t('list.remove_filter', { name: label })} onClick={clear} />
        )}
      </span>
      <Popover.Dropdown className={classes.editor} aria-label={label}>
        {editor(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

type Props = { filters: readonly Filter[]; onClear: () => void };

export function FilterBar({ filters, onClear }: Props) {
  const { t } = useTranslation();
  const [expanded, setExpanded] = useState(false);
  const isActive = filters.some(({ value }) => value !== undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are not the fields of a form
    <div className={classes.bar} role="group" aria-label={t('list.filters')} data-expanded={expanded || undefined}>
      <Button
        className={classes.toggle}
        variant="default"
        leftSection={<IconFilter size={14} />}
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
      >
        {t('list.filters')}
      </Button>
      {filters.map((filter) => (
        <FilterChip key={filter.key} filter={filter} />
      ))}
      {isActive && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('list.clear_filters')}
        </Button>
      )}
    </div>
  );
}

type OptionsProps<T extends string> = {
  options: readonly { value: T; label: string }[];
  value: T | undefined;
  onChange: (value: T) => void;
};

/** A filter with a few values to select from. */
export function FilterOptions<T extends string>({ options, value, onChange }: OptionsProps<T>) {
  return (
    <div className={classes.options}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
