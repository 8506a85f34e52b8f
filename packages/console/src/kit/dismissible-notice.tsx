// A notice that can be dismissed.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dismissible-notice.module.css';
import { Notice } from './notice.tsx';

export function DismissibleNotice({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.place}>
      <Notice
        actions={
          <Button variant="default" size="compact-sm" onClick={onDismiss}>
            {t('general.got_it')}
          </Button>
        }
      >
        {children}
      </Notice>
    </div>
  );
}
