// Allowed file types of a custom UI and their media types.

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  cjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/vnd.microsoft.icon',
  bmp: 'image/bmp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
};

const extensionOf = (path: string) => /[^/.]\.([0-9a-z]+)$/i.exec(path)?.[1]?.toLowerCase();

/** Files without an extension are text, such as a license. Undefined: not allowed. */
export const fileTypeOf = (path: string): string | undefined => {
  const extension = extensionOf(path);
  if (extension === undefined) return types.txt;
  return Object.hasOwn(types, extension) ? types[extension] : undefined;
};

/** Whether a path asks for a file rather than a page. */
export const asksForFile = (path: string): boolean => {
  const extension = extensionOf(path);
  return extension !== undefined && !extension.startsWith('htm') && Object.hasOwn(types, extension);
};
