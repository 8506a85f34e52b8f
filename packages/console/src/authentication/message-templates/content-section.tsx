// The fields of a template: subject, content and sender, with unknown variables and their fix.
import { Input, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { longestSms } from '@tessera/contract/message-types';
import { findUnknownVariables, variablesOf } from '@tessera/contract/message-variables';
import { directionOf } from '@tessera/phrases/languages';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { revealField } from '../../kit/reveal-field.ts';
import type { TemplateHandle } from '../../kit/template-editor.tsx';
import { TemplateField } from '../../kit/template-field.tsx';
import { Findings } from './findings.tsx';
import classes from './message-templates.module.css';
import type { Template } from './query.ts';
import { type Finding, fixed, type TemplateValues } from './template-values.ts';
import { VariableBar } from './variable-bar.tsx';

type Props = {
  template: Template;
  form: UseFormReturnType<TemplateValues>;
  findings: readonly Finding[];
};

export function ContentSection({ template, form, findings }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { channel, templateType, languageTag } = template;
  const { values, errors } = form;
  const isEmail = channel === 'Email';
  const isHtml = isEmail && values.contentType === 'text/html';
  const direction = directionOf(languageTag);
  const variables = variablesOf(channel, templateType);
  const handle = useRef<TemplateHandle>(undefined);
  /** The text field that had the focus last; the editor if undefined. */
  const target = useRef<HTMLInputElement>(undefined);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const noteTarget = ({ target: focused }: FocusEvent) => {
      if (!(focused instanceof HTMLElement) || !focused.dataset.path) return;
      const isText = focused instanceof HTMLInputElement && focused.dataset.path !== 'contentType';
      target.current = isText ? focused : undefined;
    };
    const node = fields.current;
    node?.addEventListener('focusin', noteTarget);
    return () => node?.removeEventListener('focusin', noteTarget);
  }, []);

  const insert = (name: string) => {
    const text = `{{${name}}}`;
    const input = target.current;
    const field = input?.dataset.path as keyof TemplateValues | undefined;
    if (!input || !field) return handle.current?.insert(text);
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    form.setFieldValue(field, input.value);
    input.focus();
  };
  const fix = (finding: Finding) => form.setFieldValue(finding.field, fixed(values[finding.field], finding));
  const show = ({ field, from, to }: Finding) => {
    if (field === 'content') return handle.current?.select(from, to);
    const input = form.getInputNode(field);
    revealField(input);
    if (input instanceof HTMLInputElement) input.setSelectionRange(from, to);
  };

  return (
    <div ref={fields}>
      {isEmail && (
        <TextInput
          className={classes.subject}
          label={t('message-templates.fields.subject')}
          dir="auto"
          autoComplete="off"
          {...form.getInputProps('subject')}
        />
      )}
      <div className={classes.content} data-invalid={Boolean(errors.content)}>
        <span className={classes.contentLabel} id={`${id}-label`}>
          {t('message-templates.fields.content')}
        </span>
        <TemplateField
          key={`${isHtml}`}
          value={values.content}
          onChange={(content) => form.setFieldValue('content', content)}
          onBlur={() => form.validateField('content')}
          labelledBy={`${id}-label`}
          describedBy={`${id}-hint ${id}-error ${id}-findings`}
          invalid={Boolean(errors.content)}
          path="content"
          variables={variables}
          findUnknown={(text) => findUnknownVariables(text, { channel, type: templateType })}
          isHtml={isHtml}
          direction={direction}
          handle={handle}
        />
      </div>
      {errors.content && (
        <Input.Error className={classes.contentError} id={`${id}-error`}>
          {errors.content}
        </Input.Error>
      )}
      <Findings id={`${id}-findings`} findings={findings} onFix={fix} onShow={show} />
      <VariableBar variables={variables} onInsert={insert} />
      {isEmail && (
        <details className={classes.more}>
          <summary>{t('message-templates.more')}</summary>
          <div className={classes.moreFields}>
            <Select
              label={t('message-templates.fields.contentType')}
              allowDeselect={false}
              data={(['text/html', 'text/plain'] as const).map((value) => ({
                value,
                label: t(`message-templates.formats.${value === 'text/html' ? 'html' : 'text'}`),
              }))}
              {...form.getInputProps('contentType')}
            />
            <TextInput
              label={t('message-templates.fields.sendFrom')}
              description={t('message-templates.send_from_hint')}
              dir="auto"
              autoComplete="off"
              {...form.getInputProps('sendFrom')}
            />
            <TextInput
              label={t('message-templates.fields.replyTo')}
              dir="ltr"
              autoComplete="off"
              {...form.getInputProps('replyTo')}
            />
          </div>
        </details>
      )}
      <p className={classes.hint} id={`${id}-hint`}>
        {t('message-templates.completion', { open: '\u2066{{\u2069' })} {t('fields.leave_editor')}
        {!isEmail && ` ${t('message-templates.length', { length: values.content.length, max: longestSms })}`}
      </p>
    </div>
  );
}
