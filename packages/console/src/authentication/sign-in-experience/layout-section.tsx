// Layout of the sign-in pages: a card on a background, or a form next to a panel.
import { Select, Textarea, TextInput } from '@mantine/core';
import { backgrounds, layouts, maxHeadline, maxPanelText } from '@tessera/contract/appearance-options';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { ImageField } from '../../kit/image-field.tsx';
import { AmountField } from './amount-field.tsx';
import type { appearanceImages } from './appearance-values.ts';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import classes from './sections.module.css';

export function LayoutSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { layout, background, isDarkModeEnabled } = form.values;
  const isSplit = layout !== 'Card';
  const image = (field: (typeof appearanceImages)[number]) => (
    <ImageField
      label={labelOf(field, t)}
      value={form.values[field]}
      error={form.errors[field]}
      onChange={(value) => form.setFieldValue(field, value)}
      onBlur={() => void form.validateField(field)}
      data-path={field}
    />
  );
  const focus = (field: 'backgroundFocusX' | 'backgroundFocusY') => (
    <AmountField field={field} label={labelOf(field, t)} unit="%" min={0} max={100} step={10} />
  );
  const hasImage = isSplit ? form.values.panelImageUrl !== '' : background === 'Image';
  return (
    <FormSection title={t('sign-in-experience.layout.title')} text={t('sign-in-experience.layout.text')}>
      <Select
        label={labelOf('layout', t)}
        data={layouts.map((value) => ({ value, label: t(`sign-in-experience.layout.layouts.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('layout')}
      />
      {isSplit ? (
        <>
          {image('panelImageUrl')}
          <TextInput
            label={labelOf('panelHeadline', t)}
            maxLength={maxHeadline}
            {...form.getInputProps('panelHeadline')}
          />
          <Textarea
            label={labelOf('panelText', t)}
            description={t('sign-in-experience.layout.panel_hint')}
            autosize
            maxLength={maxPanelText}
            {...form.getInputProps('panelText')}
          />
        </>
      ) : (
        <Select
          label={labelOf('background', t)}
          data={backgrounds.map((value) => ({ value, label: t(`sign-in-experience.layout.backgrounds.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('background')}
        />
      )}
      {!isSplit && background === 'Image' && (
        <div className={classes.pair}>
          {image('backgroundImageUrl')}
          {isDarkModeEnabled && image('darkBackgroundImageUrl')}
        </div>
      )}
      {hasImage && (
        <div className={classes.pair}>
          {focus('backgroundFocusX')}
          {focus('backgroundFocusY')}
        </div>
      )}
    </FormSection>
  );
}
