// Continues an upload that was interrupted, with the same file.
import { IconFileUpload } from '@tabler/icons-react';
import type { UserImport } from '@tessera/contract/user-imports';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropArea, DropHint } from '../../kit/drop-area.tsx';
import { accepted } from './file-format.ts';
import { useUpload } from './upload.ts';
import { UploadProgress } from './upload-progress.tsx';
import classes from './user-imports.module.css';

export function ResumeUpload({ item }: { item: UserImport }) {
  const { t } = useTranslation();
  const hint = useId();
  const [isRefused, setRefused] = useState(false);
  const upload = useUpload(() => undefined);
  const take = (file: File | undefined) => {
    if (!file) return;
    const isSame = file.name.slice(-256) === item.fileName && file.size === item.size;
    setRefused(!isSame);
    if (isSame) upload.start({ file, open: async () => item });
  };
  if (upload.state !== 'idle') return <UploadProgress upload={upload} />;
  const name = `\u2068${item.fileName}\u2069`;
  return (
    <div className={classes.choice}>
      <DropArea
        label={t('user-imports.file')}
        accept={accepted}
        hint={hint}
        isRefused={isRefused}
        onFiles={([file]) => take(file)}
        size="large"
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden="true" />
        <span>{t('user-imports.resume_choose', { name })}</span>
      </DropArea>
      <DropHint id={hint} isRefused={isRefused}>
        {isRefused ? t('user-imports.resume_refused', { name }) : t('user-imports.resume_hint')}
      </DropHint>
    </div>
  );
}
