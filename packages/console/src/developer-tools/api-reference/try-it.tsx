// Sends an operation with the signed-in administrator's permissions and shows the raw response.
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReferenceOperation } from '@tessera/contract/docs/reference';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { CodeSample } from '../../kit/code-sample.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { JsonField } from '../../kit/json-field.tsx';
import classes from './api-reference.module.css';

type Sent = { status: number; statusText: string; text: string; milliseconds: number };

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const pretty = (text: string) => (isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text);

/** Uploads and downloads have their own pages in the console. */
export const isTryable = ({ body, answer }: ReferenceOperation) =>
  [body, answer].every((content) => content === undefined || content.mediaType === 'application/json');

export function TryIt({ operation }: { operation: ReferenceOperation }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const { method, path } = operation;
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => JSON.stringify(operation.body?.example, null, 2) ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const missing = parameters.filter(({ name, isRequired }) => isRequired && !values[name]?.trim());
  const isBodyWrong = operation.body !== undefined && !isJson(body);

  const send = useMutation({
    mutationFn: async (): Promise<Sent> => {
      const began = performance.now();
      const valuesIn = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((one) => one.in === place && values[one.name])
            .map(({ name }) => [name, values[name] ?? '']),
        );
      const response = await api.management.explore(method, path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1'), {
        params: valuesIn('path'),
        query: valuesIn('query'),
        ...(operation.body && { body: JSON.parse(body) as unknown }),
      });
      const { status, statusText } = response;
      return { status, statusText, text: pretty(await response.text()), milliseconds: performance.now() - began };
    },
  });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (missing.length > 0 || isBodyWrong || send.isPending) return;
    const question = {
      title: t('api-reference.delete_title'),
      text: t('api-reference.delete_text'),
      confirmLabel: t('api-reference.send'),
      danger: true,
    };
    if (method === 'DELETE' && !(await confirm(question))) return;
    send.mutate();
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.text}>{t('api-reference.try_hint')}</p>
      {parameters.map(({ name, isRequired, example }) => (
        <TextInput
          key={name}
          label={<span dir="ltr">{name}</span>}
          required={isRequired}
          dir="ltr"
          placeholder={String(example)}
          value={values[name] ?? ''}
          error={isChecked && missing.some((one) => one.name === name) && t('api-reference.missing', { name })}
          onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {operation.body && (
        <JsonField
          label={t('api-reference.body')}
          value={body}
          error={isChecked && isBodyWrong && t('api-reference.invalid_json')}
          onChange={setBody}
          onBlur={() => {}}
          data-path="body"
        />
      )}
      <BusyButton type="submit" busy={send.isPending} className={classes.send}>
        {t('api-reference.send')}
      </BusyButton>
      <div role="status">
        {send.data && (
          <p>
            {t('api-reference.answered', {
              status: `${send.data.status} ${send.data.statusText}`.trim(),
              milliseconds: Math.round(send.data.milliseconds),
            })}
          </p>
        )}
      </div>
      {send.data && send.data.text !== '' && <CodeSample label={t('api-reference.answer')} code={send.data.text} />}
    </form>
  );
}
