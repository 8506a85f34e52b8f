// Headers that tell browsers what our answers may do.
import type { Settings } from '../settings.ts';

type Policy = {
  nonce: string;
  frameAncestors?: string[];
  imageSources?: string[];
  inlineStyleAttributes?: boolean;
  /** Origins of a script that is not ours, which also shows frames and calls home. */
  foreignScripts?: string[];
  foreignStyles?: string[];
  /** Origins of documents that are shown inside the page. */
  framed?: string[];
};

export const contentSecurityPolicy = ({
  nonce,
  frameAncestors = [],
  imageSources = [],
  inlineStyleAttributes,
  foreignScripts = [],
  foreignStyles = [],
  framed = [],
}: Policy) =>
  [
    "default-src 'self'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...foreignScripts].join(' ')}`,
    ...(foreignScripts.length > 0 ? [`connect-src 'self' ${foreignScripts.join(' ')}`] : []),
    ...(foreignScripts.length + framed.length > 0
      ? [`frame-src ${["'self'", ...foreignScripts, ...framed].join(' ')}`]
      : []),
    `style-src ${["'self'", `'nonce-${nonce}'`, ...foreignStyles].join(' ')}`,
    // The component library positions its floating parts by style attributes.
    ...(inlineStyleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    `img-src ${["'self'", 'data:', ...imageSources].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    // A sign-in form may lead on to any application through redirects, so only its own target is checked by us.
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; ');

export const commonHeaders = ({ endpoint, adminEndpoint }: Pick<Settings, 'endpoint' | 'adminEndpoint'>) => {
  const secure = endpoint.startsWith('https:') && (adminEndpoint ?? endpoint).startsWith('https:');
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
};
