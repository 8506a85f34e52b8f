// A picture that somebody chooses: dropped, or picked by a click. What cannot be used is refused here already, by name.
import { ActionIcon, Loader } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAborted, needsSignIn } from '../app/problem.ts';
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
  const [over, setOver] = useState(false);
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
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };

  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      {value === '' ? (
        <label
          className={classes.area}
          data-over={over || undefined}
          data-error={refusal !== undefined || undefined}
          onDrop={drop}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
        >
          <input
            type="file"
            className="visually-hidden"
            accept={Object.keys(types).join(',')}
            aria-label={label}
            aria-describedby={hint}
            aria-invalid={refusal !== undefined}
            onChange={(event) => {
              void take([...(event.currentTarget.files ?? [])]);
              // So that the same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
          {running ? <Loader size={16} /> : <IconUpload size={16} stroke={1.6} aria-hidden="true" />}
          <span>{running ? t('uploader.uploading') : t('uploader.choose')}</span>
        </label>
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
      <p id={hint} className={classes.hint} data-error={refusal !== undefined || undefined} aria-live="polite">
        {refusal === undefined
          ? t('uploader.hint', { types: typeNames, size: sizeName })
          : t(`uploader.errors.${refusal}`, { types: typeNames, size: sizeName })}
      </p>
    </div>
  );
}
