// Downloads the project that a guide results in, with the real secret.
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { saveFile } from '../../kit/save-file.ts';
import type { Guide } from './guide.ts';
import classes from './guide-page.module.css';
import { useReading } from './reading.tsx';
import type { AnyGuide } from './registry.ts';
import { needsSecret, sampleOf } from './sample.ts';

type Props = { guide: Guide; meta: Pick<AnyGuide, 'id' | 'name'> };

export function SampleButton({ guide, meta: { id, name } }: Props) {
  const { t } = useTranslation();
  const { shown, readSecret } = useReading();
  const folder = `${id}-sample`;
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const appSecret = needsSecret(guide) ? ((await readSecret?.()) ?? '') : '';
      const { zipOf } = await import('./zip-file.ts');
      return zipOf(sampleOf(guide, name, { ...shown, appSecret }), folder);
    },
    onSuccess: (archive) => saveFile(archive, `${folder}.zip`),
  });
  return (
    <div className={classes.sample}>
      <p>{t('guides.sample_text')}</p>
      <BusyButton
        variant="default"
        busy={isPending}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        {t('guides.sample')}
      </BusyButton>
    </div>
  );
}
