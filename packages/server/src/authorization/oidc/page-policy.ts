// CSP for the library's own small pages, such as the self-submitting sign-out form. They may run only their own script;
// our pages replace this policy.
import type Provider from 'oidc-provider';
import { contentSecurityPolicy } from '../../infrastructure/http/security-headers.ts';
import { random } from '../../random.ts';

const header = 'Content-Security-Policy';
// Paths users navigate to; all others return data.
const pages = /^\/(?:auth|device|session)(?:\/|$)/;

export const protectPages = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    if (!pages.test(ctx.path)) return next();
    // Set first: the library adds the hash of its script to an existing policy.
    ctx.set(header, contentSecurityPolicy({ nonce: random.nonce(), isFormLeaving: true }));
    await next();
    if (!ctx.response.is('html')) ctx.remove(header);
  });
};
