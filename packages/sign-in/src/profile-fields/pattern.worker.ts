// Matches a tenant's pattern in a worker, so that a catastrophic one cannot freeze the page.
addEventListener('message', ({ data: [pattern, text] }: MessageEvent<[string, string]>) => {
  postMessage('started');
  postMessage(new RegExp(pattern).test(text));
});
