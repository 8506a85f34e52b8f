// A third-party application as a browser sees it: a page at its redirect URI.
import { createServer, type Server } from 'node:http';

export const startVisitedApplication = async () => {
  const server: Server = createServer((request, response) => {
    const isCallback = request.url?.startsWith('/callback');
    response.writeHead(isCallback ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      isCallback ? '<!doctype html><html lang="en"><title>Shop</title><h1>Back at the shop</h1></html>' : '',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
export type VisitedApplication = Awaited<ReturnType<typeof startVisitedApplication>>;

export const backAtTheShop = 'Back at the shop';
