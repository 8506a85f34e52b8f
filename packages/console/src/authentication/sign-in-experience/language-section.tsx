// Language settings of the sign-in pages.
import { Button, Select, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { useAvailableLanguages } from './available-languages.ts';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import classes from './sections.module.css';

const LanguageDialog = lazy(async () => ({ default: (await import('./language-dialog.tsx')).LanguageDialog }));

export function LanguageSection() {
  const [managing, dialog] = useDisclosure();
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const available = useAvailableLanguages();
  const { autoDetect } = form.values;
  return (
    <FormSection
      title={t('sign-in-experience.content.languages')}
      text={t('sign-in-experience.content.languages_text')}
    >
      <Switch
        label={labelOf('autoDetect', t)}
        description={t('sign-in-experience.content.auto_detect_hint')}
        {...form.getInputProps('autoDetect', { type: 'checkbox' })}
      />
      <Select
        label={labelOf('fallbackLanguage', t)}
        description={t(`sign-in-experience.content.${autoDetect ? 'fallback_hint' : 'only_language_hint'}`)}
        data={available.map(({ tag, name }) => ({ value: tag, label: name }))}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('list.nothing_found')}
        {...form.getInputProps('fallbackLanguage')}
      />
      <Button variant="default" className={classes.add} onClick={dialog.open}>
        {t('sign-in-experience.language.manage')}
      </Button>
      {managing && (
        <Suspense>
          <LanguageDialog initial={form.values.fallbackLanguage} onClose={dialog.close} />
        </Suspense>
      )}
    </FormSection>
  );
}
