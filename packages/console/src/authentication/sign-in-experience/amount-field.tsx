// A whole number with a unit. Values outside the range are moved to its end when the field is left.
import { TextInput } from '@mantine/core';
import { useExperience } from './experience-context.ts';

type Props = {
  field: 'cornerRadius' | 'logoHeight' | 'backgroundFocusX' | 'backgroundFocusY';
  label: string;
  description?: string;
  unit: string;
  min: number;
  max: number;
  step?: number;
};

export function AmountField({ field, unit, min, max, ...rest }: Props) {
  const {
    form: { form },
  } = useExperience();
  const value = form.values[field];
  const set = (text: string) => form.setFieldValue(field, text === '' ? '' : Math.round(Number(text)));
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      {...{ min, max, ...rest }}
      rightSection={unit}
      value={value}
      error={form.errors[field]}
      data-path={field}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => value !== '' && form.setFieldValue(field, Math.min(max, Math.max(min, value)))}
    />
  );
}
