// Adapts a string array of a form to the rows of MultiText.
import type { UseFormReturnType } from '@mantine/form';
import type { Row } from './multi-text.tsx';

type ListOf<Values> = { [K in keyof Values]: Values[K] extends string[] ? K : never }[keyof Values] & string;

export function listRows<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  path: ListOf<Values>,
) {
  const values = form.getValues()[path] as string[];
  const rows = values.map((value, index): Row => {
    const { error, onBlur, onChange } = form.getInputProps(`${path}.${index}`);
    return { value, error, onBlur, onChange, 'data-path': `${path}.${index}` };
  });
  return {
    rows,
    onAdd: () => form.setFieldValue(path, [...values, ''] as never),
    onRemove: (index: number) => form.removeListItem(path, index),
  };
}
