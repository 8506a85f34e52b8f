// Exports all users to a file.
import { Button, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { saveFile } from '../../kit/save-file.ts';
import classes from './user-imports.module.css';

const formats = ['csv', 'ndjson'] as const;
type Format = (typeof formats)[number];
const patience = 60 * 60_000;

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [format, setFormat] = useState<Format>('csv');
  const download = useMutation({
    mutationFn: () => api.management.download('/user-exports', { query: { format } }, { timeout: patience }),
    onSuccess: (content) => {
      saveFile(content, `users.${format}`);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('user-imports.export_title')}>
      <p>{t('user-imports.export_text')}</p>
      <Radio.Group
        mt="md"
        label={t('user-imports.export_format')}
        value={format}
        onChange={(value) => setFormat(formats.find((one) => one === value) ?? 'csv')}
      >
        <div className={classes.formats}>
          {formats.map((one) => (
            <Radio key={one} value={one} label={t(`user-imports.${one}`)} description={t(`user-imports.${one}_text`)} />
          ))}
        </div>
      </Radio.Group>
      <p className="visually-hidden" role="status">
        {download.isPending ? t('user-imports.downloading') : ''}
      </p>
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <BusyButton busy={download.isPending} onClick={() => download.mutate()}>
          {t('user-imports.download')}
        </BusyButton>
      </div>
    </Dialog>
  );
}
