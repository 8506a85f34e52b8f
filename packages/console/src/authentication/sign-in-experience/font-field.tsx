// The file of a custom font: uploaded immediately and used after the next save. Without it, the pages have the default font.
import { ActionIcon, Input, Loader } from '@mantine/core';
import { IconTrash, IconTypography, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fontType, maxFontSize } from '@tessera/contract/appearance-options';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { DropArea, DropHint } from '../../kit/drop-area.tsx';
import classes from './custom-ui-section.module.css';
import { useExperience } from './experience-context.ts';
import { labelOf } from './field-texts.ts';

const limits = { types: 'WOFF2', size: '1 MB' };

const refusalOf = (files: readonly File[]) => {
  const [file] = files;
  if (!file || files.length > 1) return 'count';
  if (!file.name.toLowerCase().endsWith('.woff2')) return 'type';
  return file.size > maxFontSize ? 'size' : undefined;
};

const fileName = (url: string) => decodeURIComponent(url.split('/').at(-1) ?? '');

export function FontField() {
  const { t } = useTranslation();
  const {
    form: { form },
  } = useExperience();
  const { fontUrl } = form.values;
  const label = labelOf('fontUrl', t);
  return (
    <div className={classes.choice} data-path="fontUrl">
      <Input.Label component="div">{label}</Input.Label>
      {fontUrl === '' ? (
        <Choice label={label} onUploaded={(url) => form.setFieldValue('fontUrl', url)} />
      ) : (
        <div className={classes.row}>
          <IconTypography size={20} stroke={1.6} aria-hidden="true" />
          <bdi className={classes.about}>{fileName(fontUrl)}</bdi>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t('uploader.remove', { name: label })}
            onClick={() => form.setFieldValue('fontUrl', '')}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      )}
      {form.errors.fontUrl && <Input.Error role="alert">{form.errors.fontUrl}</Input.Error>}
    </div>
  );
}

function Choice({ label, onUploaded }: { label: string; onUploaded: (url: string) => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const hint = useId();
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf>>();
  const upload = useMutation({
    mutationFn: (file: File) => {
      // Some systems don't know the type.
      const typed = new File([file], file.name, { type: fontType });
      return api.management.post('/user-assets', { body: { file: typed } });
    },
    onSuccess: ({ url }) => onUploaded(url),
    meta: { silent: true },
  });
  const take = (files: readonly File[]) => {
    const refused = refusalOf(files);
    setRefusal(refused);
    const [file] = files;
    if (file && refused === undefined && !upload.isPending) upload.mutate(file);
  };
  const problem = refusal ? t(`uploader.errors.${refusal}`, limits) : upload.error && messageOf(upload.error, t);
  return (
    <>
      <DropArea label={label} accept={`.woff2,${fontType}`} hint={hint} isRefused={Boolean(problem)} onFiles={take}>
        {upload.isPending ? <Loader size={16} /> : <IconUpload size={16} stroke={1.6} aria-hidden="true" />}
        <span>{t(upload.isPending ? 'uploader.uploading' : 'sign-in-experience.style.choose_font')}</span>
      </DropArea>
      <DropHint id={hint} isRefused={Boolean(problem)}>
        {problem || t('sign-in-experience.style.font_hint', limits)}
      </DropHint>
    </>
  );
}
