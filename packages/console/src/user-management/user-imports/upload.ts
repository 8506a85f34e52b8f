// State of an upload: progress, interruption, resume and cancel.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserImport } from '@tessera/contract/user-imports';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../app/services.tsx';
import { importKey, importQuery, importsKey } from './query.ts';
import { sendFile } from './send-file.ts';
import { sendParts } from './send-parts.ts';

/** For one part, on a slow connection. */
const patience = 10 * 60_000;

type Upload = {
  file: File;
  /** Creates or finds the import that the file belongs to. */
  open: () => Promise<Pick<UserImport, 'id'>>;
};
/** `interrupted`: the attempts to continue were not successful. */
export type UploadState = 'idle' | 'sending' | 'retrying' | 'interrupted';

export function useUpload(onDone: (item: UserImport) => void) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const leaving = useRef(new AbortController());
  const opened = useRef<Promise<string>>(undefined);
  const [share, setShare] = useState(0);
  const [isRetrying, setRetrying] = useState(false);
  useEffect(() => () => leaving.current.abort(), []);

  const upload = useMutation({
    mutationFn: async ({ file, open }: Upload) => {
      leaving.current = new AbortController();
      const { signal } = leaving.current;
      setRetrying(false);
      opened.current ??= open().then(({ id }) => id);
      const importId = await opened.current;
      return sendParts({
        ...{ file, signal, onRetrying: setRetrying },
        read: async () => {
          const item = await api.management.get('/user-imports/:importId', { params: { importId } }, { signal });
          setShare(item.receivedSize / item.size);
          return item;
        },
        send: (part, offset) => {
          const onProgress = (sent: number) => setShare((offset + sent * part.size) / file.size);
          const options = { timeout: patience, signal, fetch: sendFile(part, onProgress) };
          const input = { params: { importId }, query: { offset } };
          return api.management.upload('/user-imports/:importId/content', part, input, options);
        },
      });
    },
    onSuccess: (item) => {
      void queryClient.invalidateQueries({ queryKey: importsKey });
      if (!item) return;
      queryClient.setQueryData(importQuery(api, item.id).queryKey, item);
      onDone(item);
    },
  });

  const cancel = async () => {
    leaving.current.abort();
    const opening = opened.current;
    opened.current = undefined;
    setShare(0);
    upload.reset();
    if (opening === undefined) return;
    const importId = await opening;
    await api.management.post('/user-imports/:importId/cancel', { params: { importId } });
    await Promise.all([importsKey, importKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const cancellation = useMutation({ mutationFn: cancel });

  const state: UploadState = upload.isPending
    ? isRetrying
      ? 'retrying'
      : 'sending'
    : upload.isSuccess && upload.data === undefined
      ? 'interrupted'
      : 'idle';
  return {
    state,
    share,
    file: upload.variables?.file,
    start: (next: Upload) => {
      opened.current = undefined;
      setShare(0);
      upload.mutate(next);
    },
    resume: () => upload.variables && upload.mutate(upload.variables),
    cancel: () => cancellation.mutate(),
  };
}
export type UploadControl = ReturnType<typeof useUpload>;
