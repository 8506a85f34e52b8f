// A template in one language: its editor and its preview.
import { Button } from '@mantine/core';
import { IconRestore, IconSend, IconTrash } from '@tabler/icons-react';
import { translatedLanguages } from '@tessera/phrases/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { SaveBar } from '../../kit/save-bar.tsx';
import { ContentSection } from './content-section.tsx';
import { LanguageBar } from './language-bar.tsx';
import { LinkNotice } from './link-notice.tsx';
import classes from './message-templates.module.css';
import { OriginNotice } from './origin-notice.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { Sample, Template, TemplateLanguages, TemplateStatus } from './query.ts';
import { checkValues, findingsIn } from './template-values.ts';
import { TestDialog } from './test-dialog.tsx';
import { useReset, useTemplateForm } from './use-template-form.ts';

type Props = {
  template: Versioned<Template>;
  languages: TemplateLanguages['languages'];
  status: TemplateStatus | undefined;
  sample: Sample;
  onSample: (sample: Sample) => void;
};

export function TemplateForm({ template, languages, status, sample, onSample }: Props) {
  const { t } = useTranslation();
  const work = useTemplateForm(template);
  const [isTesting, setTesting] = useState(false);
  const { channel, templateType, languageTag, isCustomized } = template;
  const { form, changes, saving, onSubmit, discard, conflict, invalid } = work;
  const channelStatus = status?.[channel === 'Email' ? 'email' : 'sms'];
  const findings = findingsIn(channel, templateType, form.values);
  const hasDefault = translatedLanguages.some(({ tag }) => tag === languageTag);
  const hasOther = languages.some((one) => one.isCustomized && one.languageTag !== languageTag);
  const isDefaultNext = !hasOther && channelStatus?.delivery !== 'connector';
  const reset = useReset(template, { hasDefault, isDefaultNext }, discard);
  const isNew = !isCustomized && !hasDefault && !languages.some((one) => one.languageTag === languageTag);
  const draft = { template, values: form.values, sample };
  const isValid = Object.keys(checkValues(channel, form.values, t)).length === 0;
  const startTest = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) revealFirstError(form, errors);
    else setTesting(true);
  };

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <div className={classes.panels}>
        <section className={classes.editor} aria-label={t('message-templates.template')}>
          <div className={classes.bar}>
            <LanguageBar template={template} languages={languages} />
            <div className={classes.actions}>
              {(isCustomized || isNew) && (
                <BusyButton
                  variant="subtle"
                  color="gray"
                  busy={reset.isPending}
                  leftSection={hasDefault ? <IconRestore size={14} /> : <IconTrash size={14} />}
                  onClick={() => void reset.start()}
                >
                  {t(hasDefault ? 'message-templates.reset.action' : 'message-templates.remove.action')}
                </BusyButton>
              )}
              <Button variant="default" leftSection={<IconSend size={14} />} onClick={startTest}>
                {t(`message-templates.test.open_${channel}`)}
              </Button>
            </div>
          </div>
          <OriginNotice template={template} status={channelStatus} />
          <LinkNotice template={template} values={form.values} status={status} />
          <ContentSection template={template} form={form} findings={findings} />
        </section>
        <PreviewPane draft={draft} isValid={isValid} sample={sample} onSample={onSample} />
      </div>
      <SaveBar
        changes={changes}
        saving={saving}
        onDiscard={discard}
        invalid={invalid}
        {...(conflict && {
          notice: <ConflictNotice conflict={conflict} labelOf={(field) => t(`message-templates.fields.${field}`)} />,
        })}
      />
      {isTesting && <TestDialog draft={draft} status={channelStatus} onClose={() => setTesting(false)} />}
    </form>
  );
}
