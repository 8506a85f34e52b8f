// Image upload by drop or file picker. Invalid files are rejected before uploading.
import { ActionIcon, Loader, Skeleton } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isAborted, needsSignIn } from '../app/problem.ts';
import { DropArea, DropHint } from './drop-area.tsx';
import classes from './uploader.module.css';

const types = {
  'image/svg+xml': 'SVG',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/vnd.microsoft.icon': 'ICO',
  'image/x-icon': 'ICO',
} as const;
const typeNames = [...new Set(Object.values(types))].join(', ');
const maxSize = 500 * 1024;
const sizeName = '500 KB';

type Props = {
  label: string;
  description?: string | undefined;
  /** The URL of the image, or empty. */
  value: string;
  onChange: (address: string) => void;
  upload: (file: File, signal: AbortSignal) => Promise<{ url: string }>;
};
type Refusal = 'count' | 'type' | 'size' | 'failed';

const refusalOf = (files: readonly File[]): Refusal | undefined => {
  const [file] = files;
  if (!file || files.length > 1) return 'count';
  if (!Object.hasOwn(types, file.type)) return 'type';
  return file.size > maxSize ? 'size' : undefined;
};

export function Uploader({ label, description, value, onChange, upload }: Props) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<Refusal>();
  /** The server's message, which says what to do. */
  const [quotaText, setQuotaText] = useState<string>();
  const [sessionEnd, setSessionEnd] = useState<unknown>();
  const [running, setRunning] = useState<AbortController>();
  const current = useRef<AbortController>(undefined);
  const [hint, about] = [useId(), useId()];
  useEffect(() => () => current.current?.abort(), []);
  if (sessionEnd !== undefined) throw sessionEnd;

  const take = async (files: readonly File[]) => {
    const refused = refusalOf(files);
    const [file] = files;
    setRefusal(refused);
    setQuotaText(undefined);
    if (refused !== undefined || !file) return;
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setRunning(controller);
    try {
      const { url } = await upload(file, controller.signal);
      if (!controller.signal.aborted) onChange(url);
    } catch (error) {
      if (needsSignIn(error)) setSessionEnd(error);
      else if (!isAborted(error)) setRefusal('failed');
      if (error instanceof ApiProblem && error.code?.endsWith('quota_exceeded')) setQuotaText(error.message);
    } finally {
      setRunning((other) => (other === controller ? undefined : other));
    }
  };

  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      {description !== undefined && (
        <span id={about} className={classes.description}>
          {description}
        </span>
      )}
      {value === '' ? (
        <DropArea
          label={label}
          accept={Object.keys(types).join(',')}
          hint={description === undefined ? hint : `${about} ${hint}`}
          isRefused={refusal !== undefined}
          onFiles={(files) => void take(files)}
        >
          {running ? <Loader size={16} /> : <IconUpload size={16} stroke={1.6} aria-hidden="true" />}
          <span>{running ? t('uploader.uploading') : t('uploader.choose')}</span>
        </DropArea>
      ) : (
        <div className={classes.preview}>
          <img src={value} alt={t('uploader.preview_of', { name: label })} referrerPolicy="no-referrer" />
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t('uploader.remove', { name: label })}
            onClick={() => onChange('')}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      )}
      <DropHint id={hint} isRefused={refusal !== undefined}>
        {refusal === undefined
          ? t('uploader.hint', { types: typeNames, size: sizeName })
          : (quotaText ?? t(`uploader.errors.${refusal}`, { types: typeNames, size: sizeName }))}
      </DropHint>
    </div>
  );
}

/** As high as the uploader, to avoid layout shifts while loading. */
export function UploaderSkeleton({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.field} role="status" aria-label={t('general.loading')}>
      <span className={classes.label}>{label}</span>
      <Skeleton height={66} />
      <Skeleton height={12} width="60%" mt={2} mb={1.4} />
    </div>
  );
}
