// Asks the worker whether a text matches a pattern. A timeout counts as a match: a bad pattern is the tenant's mistake
// and must not lock users out.

/** To load and start the worker, on a slow network or device. */
const startMs = 10_000;
const matchMs = 1_000;

export const matches = (pattern: string, text: string): Promise<boolean> => {
  try {
    const worker = new Worker(new URL('./pattern.worker.ts', import.meta.url), { type: 'module' });
    return new Promise((resolve) => {
      const end = (answer: boolean) => {
        worker.terminate();
        clearTimeout(timer);
        resolve(answer);
      };
      let timer = setTimeout(end, startMs, true);
      worker.onmessage = ({ data }) => {
        if (data !== 'started') return end(data === true);
        clearTimeout(timer);
        timer = setTimeout(end, matchMs, true);
      };
      worker.onerror = () => end(true);
      worker.postMessage([pattern, text]);
    });
  } catch {
    return Promise.resolve(true);
  }
};
