// Profile fields the tenant collects at registration, on one page in order.
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { withoutError } from '../kit/field-errors.ts';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { type AskedGroup, groupsOf, initialValues, sentValues } from '../profile-fields/asked-fields.ts';
import { type ValueProblem, valueProblem } from '../profile-fields/check-value.ts';
import { labelOf } from '../profile-fields/field-text.ts';
import { ProfileField } from '../profile-fields/profile-field.tsx';
import '../styles/profile-fields.css';
import { useInteraction } from './interaction.ts';

export const ContinueWithExtraProfile = () => {
  const { api, settings, t } = useApp();
  const { resume } = useInteraction();
  const { run, busy, message } = useFlow();
  const groups = groupsOf(settings.customProfileFields);
  const [values, setValues] = useState(() => initialValues(groups));
  const [errors, setErrors] = useState<Record<string, ValueProblem>>({});
  const first = groups[0]?.asked[0]?.key;

  const submit = () =>
    run(async () => {
      const asked = groups.flatMap((group) => group.asked);
      const found = await Promise.all(
        asked.map(async (field) => [field.key, await valueProblem(field, values[field.key] ?? '')] as const),
      );
      const problems = found.flatMap(([key, problem]) => (problem ? [[key, problem] as const] : []));
      setErrors(Object.fromEntries(problems));
      if (problems.length > 0) return;
      await api('POST', '/experience/profile', { type: 'extraProfile', values: sentValues(groups, values) });
      await resume();
    });
  const change = (key: string, value: string) => {
    setValues((before) => ({ ...before, [key]: value }));
    setErrors((before) => withoutError(before, key));
  };
  const fieldsOf = ({ asked }: AskedGroup) =>
    asked.map((field) => {
      const problem = errors[field.key];
      return (
        <ProfileField
          key={field.key}
          field={field}
          value={values[field.key] ?? ''}
          error={problem && t(problem.text, problem.values)}
          focus={field.key === first}
          onChange={(value) => change(field.key, value)}
        />
      );
    });

  return (
    <>
      <Heading title={t('description.about_you')} icon={IconUser}>
        {t('description.about_you_detail')}
      </Heading>
      <Form errors={errors} action={t('action.continue')} busy={busy} message={message} onSubmit={submit}>
        {groups.map((group) =>
          group.asked.length > 1 ? (
            <fieldset key={group.field.name} className="parts">
              <legend>{labelOf(t, group.field)}</legend>
              {fieldsOf(group)}
            </fieldset>
          ) : (
            fieldsOf(group)
          ),
        )}
      </Form>
    </>
  );
};
