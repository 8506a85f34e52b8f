// A curl command that sends a request again.
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Set by curl itself. */
const isOwn = (name: string) => /^(content-length|accept-encoding|host|connection)$/.test(name);

export const curlOf = (url: string, headers: Record<string, string>, body: string): string =>
  [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !isOwn(name))
      .map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  -d ${quoted(body)}`,
  ].join(' \\\n');
