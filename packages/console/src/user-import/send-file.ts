// Sends a file as fetch would, and says how much of it has gone out, which fetch cannot.
import { TimedOut, Unreachable } from '../app/problem.ts';

/** `onProgress` gets the share of the file that is sent, from 0 to 1. */
export const sendFile =
  (file: Blob, onProgress: (share: number) => void) =>
  (target: Parameters<typeof fetch>[0]): Promise<Response> => {
    const { method, url, headers, signal } = target instanceof Request ? target : new Request(target);
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const giveUp = () => {
        request.abort();
        reject(signal.reason.name === 'TimeoutError' ? new TimedOut() : signal.reason);
      };
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onProgress(Math.min(1, loaded / file.size));
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
  };
