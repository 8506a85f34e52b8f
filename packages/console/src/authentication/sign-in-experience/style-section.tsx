// Shapes, font and order of the sign-in pages.
import { Select } from '@mantine/core';
import {
  buttonShapes,
  cornerRadii,
  fonts,
  logoHeights,
  logoPositions,
  methodOrders,
} from '@tessera/contract/appearance-options';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { AmountField } from './amount-field.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import { FontField } from './font-field.tsx';
import classes from './sections.module.css';

export function StyleSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const amount = (field: 'cornerRadius' | 'logoHeight', range: { min: number; max: number }) => (
    <AmountField
      field={field}
      label={labelOf(field, t)}
      description={t('sign-in-experience.style.range', range)}
      unit="px"
      {...range}
    />
  );
  return (
    <FormSection title={t('sign-in-experience.style.title')} text={t('sign-in-experience.style.text')}>
      <div className={classes.pair}>
        {amount('logoHeight', logoHeights)}
        <Select
          label={labelOf('logoPosition', t)}
          description={t('sign-in-experience.style.position_hint')}
          data={logoPositions.map((value) => ({ value, label: t(`sign-in-experience.style.positions.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('logoPosition')}
        />
        {amount('cornerRadius', cornerRadii)}
        <Select
          label={labelOf('buttonShape', t)}
          description={t('sign-in-experience.style.shape_hint')}
          data={buttonShapes.map((value) => ({ value, label: t(`sign-in-experience.style.shapes.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('buttonShape')}
        />
      </div>
      <Select
        label={labelOf('font', t)}
        data={fonts.map((value) => ({ value, label: t(`sign-in-experience.style.fonts.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('font')}
      />
      {form.values.font === 'Custom' && <FontField />}
      <Select
        label={labelOf('methodOrder', t)}
        data={methodOrders.map((value) => ({ value, label: t(`sign-in-experience.style.orders.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('methodOrder')}
      />
    </FormSection>
  );
}
