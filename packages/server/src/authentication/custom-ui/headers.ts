// Headers of custom sign-in pages: any sources are allowed, but framing is not.
import { commonHeaders } from '../../infrastructure/http/security-headers.ts';
import type { Settings } from '../../settings.ts';

const policy = [
  "default-src 'self' https: data: blob:",
  "script-src 'self' https: 'unsafe-inline' blob:",
  "style-src 'self' https: 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const customUiHeaders = ({ settings }: { settings: Settings }) => ({
  ...commonHeaders(settings),
  'Content-Security-Policy': policy,
});
