// What a page loads, by size.
import type { Page } from '@playwright/test';

type Load = { url: string; bytes: number };

/** Records every request that reaches the server, with the size of its response including headers. */
export const recordLoads = async (page: Page, { hasCache = true } = {}): Promise<() => Load[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: !hasCache });
  const loads = new Map<string, Load>();
  session.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
    if (redirectResponse) {
      const { url, encodedDataLength } = redirectResponse;
      loads.set(`${requestId} ${url}`, { url, bytes: encodedDataLength });
    }
    loads.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => loads.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) loads.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) load.bytes = encodedDataLength;
  });
  return () => [...loads.values()].filter(({ url }) => !url.startsWith('data:'));
};
