// Asks the worker whether a text matches a pattern. An answer that does not come counts as yes: a bad pattern is the
// tenant's mistake, and must not keep people out.

const patienceMs = 500;

export const matches = (pattern: string, text: string): Promise<boolean> => {
  try {
    const worker = new Worker(new URL('./pattern.worker.ts', import.meta.url), { type: 'module' });
    return new Promise((resolve) => {
      const end = (answer: boolean) => {
        worker.terminate();
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(end, patienceMs, true);
      worker.onmessage = ({ data }) => end(data === true);
      worker.onerror = () => end(true);
      worker.postMessage([pattern, text]);
    });
  } catch {
    return Promise.resolve(true);
  }
};
