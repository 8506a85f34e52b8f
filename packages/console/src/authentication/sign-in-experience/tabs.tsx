// Tabs of the sign-in experience, with the preview next to them.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { errorCounts } from './check-values.ts';
import { useExperience } from './experience-context.ts';
import { labelOf, textOf } from './field-texts.ts';
import { PreviewPane } from './preview-pane.tsx';
import classes from './tabs.module.css';

/** Must match the stylesheet's two-column breakpoint. */
const wide = '(min-width: 75em)';

function ErrorCount({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('sign-in-experience.errors', { count })}</span>
    </span>
  );
}

export function Tabs() {
  const { t } = useTranslation();
  const { form: state, upload } = useExperience();
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const isOfFields = useLocation({ select: ({ pathname }) => pathname.includes('/collect-user-profile') });
  const { form, changes, saving, onSubmit, discard, conflict, invalid } = state;
  const counts = errorCounts(form.errors);
  const showPreview = !isOfFields && (
    <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviewOpen(true)}>
      {t('sign-in-experience.preview.show')}
    </Button>
  );
  const saveBar = (
    <SaveBar
      changes={changes}
      saving={saving}
      onDiscard={() => {
        upload.abort();
        discard();
      }}
      invalid={invalid}
      pending={upload.isRunning ? t('sign-in-experience.own_ui.pending') : undefined}
      {...(conflict && {
        notice: <ConflictNotice conflict={conflict} labelOf={(field) => labelOf(field, t)} textOf={textOf(t)} />,
      })}
    />
  );
  return (
    <>
      <PageHeader
        title={t('sign-in-experience.title')}
        subtitle={t('sign-in-experience.subtitle')}
        actions={isWide ? undefined : showPreview}
      />
      <TabLinks label={t('sign-in-experience.tabs')}>
        <TabLink to="/sign-in-experience/branding">
          {t('sign-in-experience.branding.tab')}
          <ErrorCount count={counts.branding} />
        </TabLink>
        <TabLink to="/sign-in-experience/sign-up-and-sign-in">
          {t('sign-in-experience.methods.tab')}
          <ErrorCount count={counts['sign-up-and-sign-in']} />
        </TabLink>
        <TabLink to="/sign-in-experience/collect-user-profile">{t('sign-in-experience.fields_tab')}</TabLink>
        <TabLink to="/sign-in-experience/content">
          {t('sign-in-experience.content.tab')}
          <ErrorCount count={counts.content} />
        </TabLink>
      </TabLinks>
      {isOfFields ? (
        <>
          <Outlet />
          <form onSubmit={onSubmit} noValidate>
            {saveBar}
          </form>
        </>
      ) : (
        <div className={classes.columns}>
          <form onSubmit={onSubmit} noValidate className={classes.form}>
            <Outlet />
            {saveBar}
          </form>
          {isWide && (
            <aside className={classes.side} aria-label={t('sign-in-experience.preview.title')}>
              <PreviewPane />
            </aside>
          )}
        </div>
      )}
      {!isWide && isPreviewOpen && (
        <SidePanel onClose={() => setPreviewOpen(false)} size={480} title={t('sign-in-experience.preview.title')}>
          <PreviewPane />
        </SidePanel>
      )}
    </>
  );
}
