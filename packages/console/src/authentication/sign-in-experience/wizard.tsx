// Full-screen wizard for the first setup of the sign-in experience, with a preview.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAcknowledgement } from '../../app/acknowledgement.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { DismissibleNotice } from '../../kit/dismissible-notice.tsx';
import { FormSections } from '../../kit/form-section.tsx';
import { BrandingSections } from './branding-sections.tsx';
import { useExperience } from './experience-context.ts';
import { LanguageSection } from './language-section.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { TermsSection } from './terms-section.tsx';
import classes from './wizard.module.css';

type Props = { onSkip: () => void; isSkipping: boolean };

export function Wizard({ onSkip, isSkipping }: Props) {
  const { t } = useTranslation();
  const { form } = useExperience();
  const { acknowledged, acknowledge } = useAcknowledgement('experienceNoticeConfirmed');
  // Skipping discards the changes.
  const skip = () => {
    form.discard();
    onSkip();
  };
  return (
    <Dialog fullScreen onClose={skip} title={t('sign-in-experience.first_run.wizard')}>
      <form onSubmit={form.onSubmit} noValidate className={classes.wizard}>
        {!acknowledged && (
          <DismissibleNotice onDismiss={acknowledge}>{t('sign-in-experience.first_run.notice')}</DismissibleNotice>
        )}
        <div className={classes.columns}>
          <FormSections>
            <BrandingSections />
            <TermsSection />
            <LanguageSection />
          </FormSections>
          <div className={classes.side}>
            <PreviewPane isFirstRun />
          </div>
        </div>
        <div className={classes.actions}>
          <Button variant="default" disabled={isSkipping || form.saving} onClick={skip}>
            {t('general.skip')}
          </Button>
          <BusyButton type="submit" busy={form.saving}>
            {t('sign-in-experience.first_run.done')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
