// Choosing the file: dropped, or picked by a click. It is uploaded and checked at once; nothing is written by that.
import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { DropArea, DropHint } from '../kit/drop-area.tsx';
import { accepted, maxSize, typeOf } from './file-format.ts';
import { Share } from './progress.tsx';
import { importsKey } from './query.ts';
import { sendFile } from './send-file.ts';
import classes from './user-import.module.css';

/** A gigabyte takes its time. */
const patience = 60 * 60_000;

function useUpload() {
  const { api } = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leaving = useRef(new AbortController());
  const [share, setShare] = useState(0);
  useEffect(() => () => leaving.current.abort(), []);
  const upload = useMutation({
    mutationFn: ({ file, type }: { file: File; type: string }) => {
      leaving.current = new AbortController();
      setShare(0);
      const content = new Blob([file], { type });
      const options = { timeout: patience, signal: leaving.current.signal, fetch: sendFile(content, setShare) };
      const query = { fileName: file.name.slice(-256), dryRun: 'true' };
      return api.management.upload('/user-imports', content, query, options);
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: importsKey });
      return navigate({ to: '/users/import/$importId', params: { importId: id } });
    },
  });
  return { upload, share, cancel: () => leaving.current.abort() };
}

export function FileChoice() {
  const { t } = useTranslation();
  const { upload, share, cancel } = useUpload();
  const [refusal, setRefusal] = useState<'wrong_type' | 'too_large'>();
  const hint = useId();

  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const type = typeOf(file.name);
    const refused = type === undefined ? 'wrong_type' : file.size > maxSize ? 'too_large' : undefined;
    setRefusal(refused);
    if (refused === undefined && type !== undefined) upload.mutate({ file, type });
  };
  const name = upload.isPending ? upload.variables.file.name : '';

  return (
    <div className={classes.choice}>
      <DropArea
        label={t('user-import.file')}
        accept={accepted}
        hint={hint}
        isRefused={refusal !== undefined}
        onFiles={([file]) => take(file)}
        size="large"
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden="true" />
        <span role="status">{upload.isPending ? t('user-import.uploading', { name }) : t('user-import.choose')}</span>
      </DropArea>
      {upload.isPending && (
        <div className={classes.upload}>
          <Share value={share} label={t('user-import.upload_progress')} />
          <Button variant="default" size="compact-sm" onClick={cancel}>
            {t('general.cancel')}
          </Button>
        </div>
      )}
      <DropHint id={hint} isRefused={refusal !== undefined}>
        {refusal === undefined ? t('user-import.hint') : t(`user-import.${refusal}`)}
      </DropHint>
    </div>
  );
}
