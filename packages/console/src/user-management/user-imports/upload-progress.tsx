// Progress of an upload, with what to do after an interruption.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import { Share } from './progress.tsx';
import type { UploadControl } from './upload.ts';
import classes from './user-imports.module.css';

export function UploadProgress({ upload: { state, share, file, resume, cancel } }: { upload: UploadControl }) {
  const { t } = useTranslation();
  const cancelButton = (
    <Button variant="default" size="compact-sm" onClick={cancel}>
      {t('general.cancel')}
    </Button>
  );
  if (state === 'interrupted') {
    return (
      <Notice
        severity="warning"
        urgent
        actions={
          <div className={classes.noticeActions}>
            {cancelButton}
            <Button size="compact-sm" onClick={resume}>
              {t('user-imports.resume')}
            </Button>
          </div>
        }
      >
        {t('user-imports.interrupted')}
      </Notice>
    );
  }
  return (
    <div>
      <p role="status">
        {state === 'retrying'
          ? t('user-imports.reconnecting')
          : t('user-imports.uploading', { name: file?.name ?? '' })}
      </p>
      <div className={classes.upload}>
        <Share value={share} label={t('user-imports.upload_progress')} />
        {cancelButton}
      </div>
    </div>
  );
}
