// Like fetch, but reports upload progress, which fetch cannot.
import { TimedOut, Unreachable } from '../../app/problem.ts';

/** `onProgress` receives the sent share, from 0 to 1. */
export const sendFile =
  (file: Blob, onProgress: (share: number) => void) =>
  ({ method, url, headers, signal }: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const giveUp = () => {
        request.abort();
        reject(signal.reason.name === 'TimeoutError' ? new TimedOut() : signal.reason);
      };
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onProgress(Math.min(1, loaded / Math.max(1, file.size)));
      request.onload = () => {
        const { status, statusText, responseText } = request;
        resolve(new Response(responseText || null, { status, statusText }));
      };
      request.onerror = () => reject(new Unreachable());
      request.onloadend = () => signal.removeEventListener('abort', giveUp);
      signal.addEventListener('abort', giveUp);
      if (signal.aborted) giveUp();
      else request.send(file);
    });
