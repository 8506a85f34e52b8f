// Choosing the file: dropped, or picked by a click. It is uploaded and checked at once; nothing is written by that.
import { Loader } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { accepted, maxSize, typeOf } from './file-format.ts';
import { importsKey } from './query.ts';
import classes from './user-import.module.css';

/** A gigabyte takes its time. */
const patience = 60 * 60_000;

function useUpload() {
  const { api } = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  return useMutation({
    mutationFn: ({ file, type }: { file: File; type: string }) => {
      leaving.current = new AbortController();
      const options = { timeout: patience, signal: leaving.current.signal };
      const query = { fileName: file.name.slice(-256), dryRun: 'true' };
      return api.management.upload('/user-imports', new Blob([file], { type }), query, options);
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: importsKey });
      return navigate({ to: '/users/import/$importId', params: { importId: id } });
    },
  });
}

export function FileChoice() {
  const { t } = useTranslation();
  const upload = useUpload();
  const [refusal, setRefusal] = useState<'wrong_type' | 'too_large'>();
  const [over, setOver] = useState(false);
  const hint = useId();

  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const type = typeOf(file.name);
    const refused = type === undefined ? 'wrong_type' : file.size > maxSize ? 'too_large' : undefined;
    setRefusal(refused);
    if (refused === undefined && type !== undefined) upload.mutate({ file, type });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const name = upload.isPending ? upload.variables.file.name : '';

  return (
    <div className={classes.choice}>
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
          accept={accepted}
          aria-label={t('user-import.file')}
          aria-describedby={hint}
          aria-invalid={refusal !== undefined}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        {upload.isPending ? <Loader size={20} /> : <IconFileUpload size={24} stroke={1.5} aria-hidden="true" />}
        <span role="status">{upload.isPending ? t('user-import.uploading', { name }) : t('user-import.choose')}</span>
      </label>
      <p id={hint} className={classes.hint} data-error={refusal !== undefined || undefined}>
        {refusal === undefined ? t('user-import.hint') : t(`user-import.${refusal}`)}
      </p>
    </div>
  );
}
