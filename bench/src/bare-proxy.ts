// The minimum a reverse proxy in Node can do: pass on the request and the answer, over connections that stay open. Beside
// it, the site it is in front of, in a process of its own.
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const [origin] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

const site = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end('A small answer of the site behind the proxy.');
});
const proxy = createServer((asked, response) => {
  const { method = 'GET', url = '/', headers } = asked;
  const onward = request(`${origin}${url}`, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  asked.pipe(onward);
});

const server = origin === undefined ? site : proxy;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
