// Headers that tell browsers what our answers may do.
import type { Settings } from '../settings.ts';

type Policy = {
  nonce: string;
  frameAncestors?: string[];
  imageSources?: string[];
  inlineStyleAttributes?: boolean;
  /** The prompt by which Google offers to sign somebody in. */
  hasOneTap?: boolean;
};
const google = 'https://accounts.google.com/gsi/';

export const contentSecurityPolicy = ({
  nonce,
  frameAncestors = [],
  imageSources = [],
  inlineStyleAttributes,
  hasOneTap,
}: Policy) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${hasOneTap ? ` ${google}client` : ''}`,
    `style-src 'self' 'nonce-${nonce}'${hasOneTap ? ` ${google}style` : ''}`,
    ...(hasOneTap ? [`connect-src 'self' ${google}`, `frame-src 'self' ${google}`] : []),
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
