// Security headers of responses.
import type { Settings } from '../../settings.ts';

type Policy = {
  nonce: string;
  frameAncestors?: string[];
  imageSources?: string[];
  fontSources?: string[];
  inlineStyleAttributes?: boolean;
  /** Origins of a third-party script, which also uses frames and requests. */
  foreignScripts?: string[];
  foreignStyles?: string[];
  /** Additional origins the page may request. */
  connected?: string[];
  /** Sources of framed documents. */
  framed?: string[];
  /** Whether a form of the page may redirect to any application, since browsers apply the rule to redirects. */
  isFormLeaving?: boolean;
};

const directive = (name: string, sources: string[]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`;

export const contentSecurityPolicy = ({
  nonce,
  frameAncestors = [],
  imageSources = [],
  fontSources = [],
  inlineStyleAttributes,
  foreignScripts = [],
  foreignStyles = [],
  connected = [],
  framed = [],
  isFormLeaving,
}: Policy) =>
  [
    "default-src 'self'",
    // Not 'self': being on our origin is not enough to run. Scripts loaded by a script with the nonce run as well.
    directive('script-src', [`'nonce-${nonce}'`, "'strict-dynamic'", ...foreignScripts]),
    "worker-src 'self'",
    directive('connect-src', ["'self'", ...foreignScripts, ...connected]),
    directive('frame-src', [...foreignScripts, ...framed]),
    directive('style-src', ["'self'", `'nonce-${nonce}'`, ...foreignStyles]),
    // The component library positions floating elements with style attributes.
    ...(inlineStyleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    directive('img-src', ["'self'", 'data:', ...imageSources]),
    ...(fontSources.length > 0 ? [directive('font-src', ["'self'", ...fontSources])] : []),
    "object-src 'none'",
    "base-uri 'none'",
    ...(isFormLeaving ? [] : ["form-action 'self'"]),
    directive('frame-ancestors', frameAncestors),
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
