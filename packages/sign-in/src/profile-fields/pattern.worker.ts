// Matches a text against a tenant's pattern, away from the page: a pattern that never ends must not freeze it.
addEventListener('message', ({ data: [pattern, text] }: MessageEvent<[string, string]>) => {
  postMessage(new RegExp(pattern).test(text));
});
