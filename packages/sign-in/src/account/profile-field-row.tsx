// A profile field of the account, edited in place.

import { useState } from 'react';
import { withoutError } from '../kit/field-errors.ts';
import type { AskedGroup } from '../profile-fields/asked-fields.ts';
import { type ValueProblem, valueProblem } from '../profile-fields/check-value.ts';
import { labelOf, optionText } from '../profile-fields/field-text.ts';
import { ProfileField } from '../profile-fields/profile-field.tsx';
import { useAccount } from './account-context.ts';
import { EditForm } from './edit-form.tsx';
import { FieldRow } from './field-row.tsx';
import { changesOf, isGroupEditable, valuesOf } from './profile-values.ts';
import { useAction } from './use-action.ts';

/** As people read it: the label of an option, a date in their format. */
const useShownValue = (group: AskedGroup) => {
  const { account, language, t } = useAccount();
  const values = valuesOf(group, account);
  const shown = group.asked.flatMap(({ key, name, type, config }) => {
    const text = values[key] ?? '';
    if (text === '') return [];
    if (type === 'Checkbox') return [t(text === 'true' ? 'account.state.yes' : 'account.state.no')];
    const option = config.options?.find(({ value }) => value === text);
    if (option) return [optionText(t, name, option)];
    const isDay = type === 'Date' && /^\d{4}-\d\d-\d\d$/.test(text);
    return [isDay ? new Date(`${text}T00:00:00`).toLocaleDateString(language, { dateStyle: 'long' }) : text];
  });
  return shown.join(group.field.type === 'Fullname' ? ' ' : ', ');
};

export const ProfileFieldRow = ({ group }: { group: AskedGroup }) => {
  const { center, t } = useAccount();
  const value = useShownValue(group);
  const action = isGroupEditable(center, group) ? t(value ? 'account.action.edit' : 'account.action.add') : undefined;
  return (
    <FieldRow
      label={labelOf(t, group.field)}
      value={value}
      action={action}
      form={(close) => <GroupForm group={group} onClose={close} />}
    />
  );
};

const GroupForm = ({ group, onClose }: { group: AskedGroup; onClose: () => void }) => {
  const { account, api, reload, say, t } = useAccount();
  const { run, busy, message } = useAction();
  const [values, setValues] = useState(() => valuesOf(group, account));
  const [errors, setErrors] = useState<Record<string, ValueProblem>>({});
  const submit = () =>
    run(async () => {
      const found = await Promise.all(
        group.asked.map(async (field) => [field.key, await valueProblem(field, values[field.key] ?? '')] as const),
      );
      const problems = found.flatMap(([key, problem]) => (problem ? [[key, problem] as const] : []));
      setErrors(Object.fromEntries(problems));
      if (problems.length > 0) return;
      const { profile, customData } = changesOf(group, values, account);
      if (profile) await api.call('PATCH', '/my-account/profile', { body: profile });
      if (customData) await api.call('PATCH', '/my-account', { body: { customData } });
      await reload();
      say('account.state.saved');
      onClose();
    });
  return (
    <EditForm
      errors={errors}
      action={t('account.action.save')}
      busy={busy}
      message={message}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      {group.asked.map((field) => {
        const problem = errors[field.key];
        return (
          <ProfileField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            error={problem && t(problem.text, problem.values)}
            focus={false}
            onChange={(value) => {
              setValues((before) => ({ ...before, [field.key]: value }));
              setErrors((before) => withoutError(before, field.key));
            }}
          />
        );
      })}
    </EditForm>
  );
};
