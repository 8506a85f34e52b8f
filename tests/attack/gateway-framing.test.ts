// Requests that an origin behind the gateway could read in another way: two of them instead of one.
import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { sendBytes, useGateway } from '../harness/gateway.ts';
import { openWebSocket } from '../harness/protected-site.ts';

describe('R86 requests to the gateway', () => {
  const { server, origin, newSignedInSite } = useGateway({ CUSTOM_DOMAIN_TARGET: 'domains.test' });

  it('do not hide a request in the body of another', async () => {
    const { host, cookie } = await newSignedInSite();
    const lines = [`Host: ${host}:${server().port}`, `Cookie: ${cookie}`];
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
    const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    const before = origin().received.length;
    const attempts: [head: string[], body: string][] = [
      [['GET /a HTTP/1.1', ...lines, 'Connection: content-length', `Content-Length: ${hidden.length}`], hidden],
      [['GET /b HTTP/1.1', ...lines, 'Transfer-Encoding: chunked'], chunk],
      [['DELETE /c HTTP/1.1', ...lines, 'Transfer-Encoding: chunked'], chunk],
      [['POST /d HTTP/1.1', ...lines, 'Transfer-Encoding: chunked', `Content-Length: ${chunk.length}`], chunk],
      [['POST /e HTTP/1.1', ...lines, 'Transfer-Encoding: gzip, chunked'], chunk],
      [['POST /f HTTP/1.1', ...lines, 'Transfer-Encoding : chunked'], chunk],
      [['POST /g HTTP/1.1', ...lines, 'Transfer_Encoding: chunked', `Content-Length: ${chunk.length}`], chunk],
      [['POST /h HTTP/1.1', ...lines, 'Content-Length: 4', 'Content-Length: 40'], chunk],
      [['GET /i HTTP/1.1', ...lines, `Content-Length: ${hidden.length}`], hidden],
      // Some versions of Node leave out headers above a number, but follow them.
      [['GET /j HTTP/1.1', ...lines, ...Array(1100).fill('a: 1'), `Content-Length: ${hidden.length}`], hidden],
      [['GET /k HTTP/1.1', ...lines, ...Array(998).fill('a: 1')], ''],
    ];
    for (const [head, body] of attempts) {
      await sendBytes(server().port, `${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
    }
    const paths = origin()
      .received.slice(before)
      .map(({ url }) => url);
    for (const path of ['/hidden', '/j', '/k']) expect(paths).not.toContain(path);
    expect(paths).toEqual(expect.arrayContaining(['/b', '/c', '/i']));
    for (const { url, headers } of origin().received.slice(before)) {
      expect([url, headers.transfer_encoding]).toEqual([url, undefined]);
    }
  });

  it('do not hide a request behind one for a WebSocket', async () => {
    const { host, cookie } = await newSignedInSite();
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
    const before = origin().received.length;
    const attempts: [method: string, ...framing: string[]][] = [
      ['GET', `Content-Length: ${hidden.length}`],
      ['GET', 'Content-Length: 0'],
      ['GET', 'Transfer-Encoding: chunked'],
      ['POST', `Content-Length: ${hidden.length}`],
      ['POST'],
      ['HEAD'],
    ];
    for (const [method, ...framing] of attempts) {
      const lines = [`Host: ${host}:${server().port}`, `Cookie: ${cookie}`, 'Upgrade: websocket', ...framing];
      const head = `${method} /socket HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: Upgrade\r\n\r\n`;
      const answer = await sendBytes(server().port, `${head}${hidden}`);
      expect([method, framing, answer.slice(0, 12)]).toEqual([method, framing, 'HTTP/1.1 400']);
    }
    expect(origin().received.slice(before)).toEqual([]);
  });

  it('do not end the server with one for a WebSocket on a connection that is in use', async () => {
    const { host } = await newSignedInSite();
    for (const name of [host, 'login.customer.test', new URL(server().origin).hostname]) {
      const first = `GET /first HTTP/1.1\r\nHost: ${name}:${server().port}\r\n\r\n`;
      const second = first.replace('\r\n\r\n', '\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n');
      await sendBytes(server().port, `${first}${second}`);
      expect((await fetch(`${server().origin}/health/live`)).status).toBe(200);
    }
  });

  it('do not use the connection of a body that some servers ignore', async () => {
    const {
      url,
      cookie,
      origin: behind,
    } = await newSignedInSite({ listener: (_, response) => void response.end('fine') });
    const send = (method: string) => fetch(`${url}/${method}`, { method, headers: { cookie }, body: 'hidden' });
    for (const method of ['DELETE', 'OPTIONS', 'POST', 'POST']) await (await send(method)).text();
    const sockets = behind.received.slice(-4).map(({ socket }) => socket);
    expect(new Set(sockets).size).toBe(3);
    expect(behind.received.slice(-4).map(({ headers }) => headers.connection)).toEqual([
      ...['close', 'close', 'keep-alive', 'keep-alive'],
    ]);
  });

  it('do not use the connection of a WebSocket that the origin refuses', async () => {
    const {
      url,
      cookie,
      browser,
      origin: behind,
    } = await newSignedInSite({
      listener: (_, response) => void response.end('no socket'),
    });
    expect(await openWebSocket(`${url}/socket`, { cookie })).toMatchObject({ status: 200, body: 'no socket' });
    await eventually(() => behind.received[0]?.socket.destroyed === true);
    await browser.open(`${url}/next`);
    expect(behind.received[1]?.socket).not.toBe(behind.received[0]?.socket);
  });
});
