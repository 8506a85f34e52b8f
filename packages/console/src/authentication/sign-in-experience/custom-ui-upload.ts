// Upload of a custom sign-in UI. It continues in the background of other tabs and ends with the draft.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAborted, needsSignIn } from '../../app/problem.ts';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';

/** Long enough for a large archive on a slow connection. */
const patience = 5 * 60_000;
const maxArchiveSize = 20 * 1024 * 1024;

export type CustomUiUpload = {
  /** The file that is being uploaded or was rejected. */
  file?: { name: string; size: number };
  isRunning: boolean;
  error?: string;
  start: (file: File) => void;
  abort: () => void;
};

export function useCustomUiUpload(onUploaded: (id: string) => void): CustomUiUpload {
  const { t } = useTranslation();
  const { api } = useServices();
  const [state, setState] = useState<Pick<CustomUiUpload, 'file' | 'error'> & { isRunning: boolean }>({
    isRunning: false,
  });
  const [sessionEnd, setSessionEnd] = useState<unknown>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  if (sessionEnd !== undefined) throw sessionEnd;

  const abort = () => {
    current.current?.abort();
    current.current = undefined;
    setState({ isRunning: false });
  };
  const refusalOf = (file: File) => {
    if (!/\.zip$/i.test(file.name)) return t('sign-in-experience.own_ui.type_rule');
    return file.size > maxArchiveSize ? t('sign-in-experience.own_ui.size_rule') : undefined;
  };
  const start = async (file: File) => {
    abort();
    const about = { name: file.name, size: file.size };
    const refusal = refusalOf(file);
    if (refusal !== undefined) return setState({ isRunning: false, file: about, error: refusal });
    const controller = new AbortController();
    current.current = controller;
    setState({ isRunning: true, file: about });
    // Some systems report no media type for ZIP files.
    const archive = new File([file], file.name, { type: 'application/zip' });
    const options = { signal: controller.signal, timeout: patience };
    try {
      const path = '/sign-in-exp/default/custom-ui-assets';
      const { customUiAssetId } = await api.management.post(path, { body: { file: archive } }, options);
      if (controller.signal.aborted) return;
      setState({ isRunning: false });
      onUploaded(customUiAssetId);
    } catch (error) {
      if (controller.signal.aborted && isAborted(error)) return;
      if (needsSignIn(error)) setSessionEnd(error);
      else setState({ isRunning: false, file: about, error: messageOf(error, t) });
    }
  };
  return { ...state, start: (file) => void start(file), abort };
}
