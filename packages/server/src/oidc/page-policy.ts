// The library writes a few small pages of its own, such as the one that submits itself to sign out without a session.
// They run what they bring and nothing else; pages of ours replace this policy by their own.
import type Provider from 'oidc-provider';
import { contentSecurityPolicy } from '../pages/security-headers.ts';
import { random } from '../random.ts';

const header = 'Content-Security-Policy';
// Where people come to; what only programs ask is answered with data.
const pages = /^\/(?:auth|session)(?:\/|$)/;

export const protectPages = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    if (!pages.test(ctx.path)) return next();
    // Set first: the library adds the hash of its script to a policy that is there.
    ctx.set(header, contentSecurityPolicy({ nonce: random.nonce() }));
    await next();
    if (!ctx.response.is('html')) ctx.remove(header);
  });
};
