// Footer of the sign-in pages.
import { Switch } from '@mantine/core';
import { maxFooterLinks } from '@tessera/contract/appearance-options';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../kit/form-section.tsx';
import { KeyValueRows } from '../../kit/key-value-rows.tsx';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';
import classes from './sections.module.css';

const emptyLink = { key: '', value: '' };

export function FooterSection() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { footerLinks } = form.values;
  const links = footerLinks.length === 0 ? [emptyLink] : footerLinks;
  const set = (next: typeof links) => form.setFieldValue('footerLinks', next);
  return (
    <FormSection title={t('sign-in-experience.footer.title')} text={t('sign-in-experience.footer.text')}>
      <div className={classes.part}>
        <h3>{labelOf('footerLinks', t)}</h3>
        <KeyValueRows
          label={labelOf('footerLinks', t)}
          keyLabel={t('sign-in-experience.footer.label')}
          valueLabel={t('sign-in-experience.footer.url')}
          rows={links.map((link, index) => ({
            ...link,
            keyError: form.errors[`footerLinks.${index}.key`],
            valueError: form.errors[`footerLinks.${index}.value`],
            path: `footerLinks.${index}`,
          }))}
          onChange={(index, link) => set(links.with(index, link))}
          onAdd={() => links.length < maxFooterLinks && set([...links, emptyLink])}
          onRemove={(index) => set(links.toSpliced(index, 1))}
        />
        <p className={classes.hint}>{t('sign-in-experience.footer.hint', { max: maxFooterLinks })}</p>
      </div>
      <Switch
        label={labelOf('isSignatureShown', t)}
        {...form.getInputProps('isSignatureShown', { type: 'checkbox' })}
      />
    </FormSection>
  );
}
