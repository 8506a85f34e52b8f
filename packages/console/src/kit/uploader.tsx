// A picture that somebody chooses: dropped, or picked by a click. What cannot be used is refused here already, by name.
import { ActionIcon, Loader } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAborted, needsSignIn } from '../app/problem.ts';
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
  /** The address of the picture; empty when there is none. */
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

export function Uploader({ label, value, onChange, upload }: Props) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<Refusal>();
  const [sessionEnd, setSessionEnd] = useState<unknown>();
  const [running, setRunning] = useState<AbortController>();
  const current = useRef<AbortController>(undefined);
  const hint = useId();
  useEffect(() => () => current.current?.abort(), []);
  if (sessionEnd !== undefined) throw sessionEnd;

  const take = async (files: readonly File[]) => {
    const refused = refusalOf(files);
    const [file] = files;
    setRefusal(refused);
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
    } finally {
      setRunning((other) => (other === controller ? undefined : other));
    }
  };

  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      {value === '' ? (
        <DropArea
          label={label}
          accept={Object.keys(types).join(',')}
          hint={hint}
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
          : t(`uploader.errors.${refusal}`, { types: typeNames, size: sizeName })}
      </DropHint>
    </div>
  );
}
