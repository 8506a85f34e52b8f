// A field of a connector's configuration, by the type of its form item.

import { Button, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconEye } from '@tabler/icons-react';
import type { FormItem } from '@tessera/contract/connectors';
import { secretMask } from '@tessera/contract/secret-mask';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckGroup } from '../../kit/check-group.tsx';
import { codeInput } from '../../kit/code-input.ts';
import { JsonField } from '../../kit/json-field.tsx';
import type { ConnectorValues } from './form-values.ts';
import classes from './setup.module.css';

export type ConnectorForm = UseFormReturnType<ConnectorValues>;
/** Stored secrets are masked until they are requested. The form keeps the mask, so revealing is not a change. */
export type Secrets = { revealed: ConnectorValues; reveal: () => void };

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

type Props = { item: FormItem; form: ConnectorForm; secrets: Secrets };

export function ConfigField({ item, form, secrets }: Props) {
  const { key, label, type, required = false, placeholder, description = item.tooltip, selectItems = [] } = item;
  const given = form.getInputProps(key);
  const common = {
    label,
    placeholder,
    description,
    error: given.error,
    onBlur: given.onBlur,
    'data-path': key,
  };
  switch (type) {
    case 'Switch':
      return <Switch label={label} description={description} {...form.getInputProps(key, { type: 'checkbox' })} />;
    case 'Select':
      return (
        <Select
          {...common}
          withAsterisk={required}
          data={selectItems.map(({ value, title = value }) => ({ value, label: title }))}
          value={textIn(form.values[key]) || null}
          clearable={!required}
          allowDeselect={!required}
          onChange={(value) => form.setFieldValue(key, value ?? '')}
        />
      );
    case 'MultiSelect':
      return (
        <CheckGroup
          label={label}
          description={description}
          error={given.error}
          withAsterisk={required}
          options={selectItems.map(({ value, title = value }) => ({ value, label: title }))}
          value={form.values[key] as string[]}
          onChange={(value) => form.setFieldValue(key, value)}
        />
      );
    default:
      return item.isConfidential ? (
        <SecretField item={item} form={form} secrets={secrets} common={common} />
      ) : (
        <OpenField item={item} common={common} value={textIn(form.values[key])} form={form} />
      );
  }
}

type Common = {
  label: string;
  placeholder: string | undefined;
  description: string | undefined;
  error: string | undefined;
  onBlur: () => void;
  'data-path': string;
};
type TextProps = { item: FormItem; form: ConnectorForm; common: Common; value: string };

function OpenField({ item: { key, type, required = false }, form, common, value }: TextProps) {
  const change = (text: string) => {
    // The editor also reports a text that was set from outside, such as a revealed secret.
    if (text !== value) form.setFieldValue(key, text);
  };
  const given = {
    ...codeInput,
    ...common,
    withAsterisk: required,
    value,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  if (type === 'MultilineText') return <Textarea {...given} rows={key === 'scope' ? 2 : 5} />;
  if (type === 'Json') {
    const { placeholder: _, ...rest } = common;
    return <JsonField {...rest} required={required} value={value} onChange={change} />;
  }
  return <TextInput {...given} {...(type === 'Number' && { inputMode: 'numeric' as const })} />;
}

function SecretField({ item, form, secrets, common }: Omit<TextProps, 'value'> & { secrets: Secrets }) {
  const { t } = useTranslation();
  const { key, type, required = false, label } = item;
  const [isVisible, setVisible] = useState(false);
  const typed = textIn(form.values[key]);
  const isMasked = typed.includes(secretMask);
  const revealed = isMasked && secrets.revealed[key];
  const value = revealed ? textIn(revealed) : typed;
  const show = () => {
    if (isMasked) secrets.reveal();
  };
  if (type === 'Text' || type === 'Number') {
    return (
      <PasswordInput
        {...codeInput}
        {...common}
        autoComplete="new-password"
        withAsterisk={required}
        value={value}
        onChange={(event) => form.setFieldValue(key, event.currentTarget.value)}
        onVisibilityChange={(visible) => visible && show()}
        visibilityToggleButtonProps={{ 'aria-label': t('general.show_named', { name: label }) }}
      />
    );
  }
  const isHidden = type === 'Json' ? isMasked && !revealed : !isVisible;
  return (
    <div className={classes.secret} data-masked={isHidden || undefined}>
      <div className={isHidden && type !== 'Json' ? classes.masked : undefined}>
        <OpenField item={item} form={form} common={common} value={value} />
      </div>
      {isHidden && value !== '' && (
        <Button
          className={classes.reveal}
          variant="default"
          size="compact-sm"
          leftSection={<IconEye size={14} />}
          aria-label={t('general.show_named', { name: label })}
          onClick={() => {
            setVisible(true);
            show();
          }}
        >
          {t('general.show')}
        </Button>
      )}
    </div>
  );
}
