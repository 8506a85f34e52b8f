// Tag input: Enter, Space, comma or blur adds a tag. Invalid text stays in the field with an error, so it is not lost
// by saving.

import { Pill, PillsInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeInput } from './code-input.ts';
import classes from './tag-input.module.css';

type Props = {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  values: readonly string[];
  /** Text in the field that has not been added yet. */
  typed: string;
  /** Whether to highlight a tag; the page explains why. */
  isMarked?: (value: string) => boolean;
  /** Why a word can't be added; `undefined` if it can. */
  check: (word: string) => string | undefined;
  error?: ReactNode;
  onChange: (values: string[]) => void;
  onType: (typed: string) => void;
  'data-path': string;
};

const separators = /[\s,;]+/;

export function TagInput(props: Props) {
  const { label, description, placeholder, values, typed, isMarked, check, error, onChange, onType } = props;
  const { 'data-path': path } = props;
  const { t } = useTranslation();
  const [marked, setMarked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const shown = refusal ?? error;

  const add = (text: string) => {
    const words = text.split(separators).filter((word) => word !== '');
    const refused = words.filter((word) => check(word) !== undefined);
    const added = words.filter((word) => !refused.includes(word)).map((word) => word.toLowerCase());
    setRefusal(refused[0] === undefined ? undefined : check(refused[0]));
    if (added.length > 0) onChange([...new Set([...values, ...added])]);
    onType(refused.join(' '));
  };
  const remove = (value: string) => onChange(values.filter((other) => other !== value));

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (['Enter', ' ', ','].includes(event.key) && !event.nativeEvent.isComposing) {
      // Enter in an empty field submits the form, as usual.
      if (typed.trim() === '' && event.key === 'Enter') return;
      // Keep the separator after an invalid word, which would otherwise merge with the next one.
      if (event.key === 'Enter' || check(typed.trim()) === undefined || typed.trim() === '') event.preventDefault();
      add(typed);
      return;
    }
    const last = values.at(-1);
    if (event.key !== 'Backspace' || typed !== '' || last === undefined) return setMarked(false);
    // The first Backspace highlights the tag that the second one removes.
    if (marked) remove(last);
    setMarked(!marked);
  };

  return (
    <PillsInput label={label} description={description} error={shown}>
      <Pill.Group>
        {values.map((value, index) => (
          <Pill
            key={value}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('tag_input.remove', { name: value }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
            onRemove={() => remove(value)}
            data-marked={(marked && index === values.length - 1) || undefined}
          >
            {isMarked?.(value) && <IconAlertTriangle size={12} className={classes.mark} aria-hidden="true" />}
            <bdi>{value}</bdi>
          </Pill>
        ))}
        <PillsInput.Field
          value={typed}
          placeholder={values.length === 0 ? placeholder : undefined}
          {...codeInput}
          maxLength={2048}
          data-path={path}
          onKeyDown={press}
          onBlur={() => {
            setMarked(false);
            add(typed);
          }}
          onChange={(event) => {
            if (event.currentTarget.value.trim() !== typed.trim()) setRefusal(undefined);
            onType(event.currentTarget.value);
          }}
          onPaste={(event) => {
            event.preventDefault();
            add(`${typed}${event.clipboardData.getData('text')}`);
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}
