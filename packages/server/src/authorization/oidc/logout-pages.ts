// Sign-out pages. An ID token hint proves that the application of this session requests it; without one, any site could
// have sent the browser here, so the user is asked.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, plainPage } from '../../infrastructure/http/plain-page.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';

type Hint = { payload?: { sub?: unknown; sid?: unknown } };

/** The library has verified the hint's signature, issuer and audience, but not its session. */
const isOfThisSession = ({ oidc: { client, entities, session } }: KoaContextWithOIDC): boolean => {
  const { sub, sid } = (entities.IdTokenHint as Hint | undefined)?.payload ?? {};
  const authorization = client && session?.authorizations?.[client.clientId];
  if (!authorization || sub !== session.accountId) return false;
  return sid === undefined || sid === authorization.sid;
};

/** A registered URI of the requesting application, or a page saying that nothing happened. */
const stayingAddress = ({ oidc }: KoaContextWithOIDC): string => {
  const { post_logout_redirect_uri: uri, state } = oidc.params ?? {};
  if (typeof uri !== 'string') return `${oidc.urlFor('end_session_success')}?stayed`;
  const url = new URL(uri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
};

export const logoutPages = () => {
  const show = (ctx: KoaContextWithOIDC, options: Parameters<typeof plainPage>[1]) => {
    const { html, headers } = plainPage(visitOf(ctx.req), options);
    ctx.set({ ...headers });
    ctx.type = 'html';
    ctx.body = html;
  };
  return {
    logoutSource: async (ctx: KoaContextWithOIDC, form: string) => {
      if (isOfThisSession(ctx)) {
        const submitting = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
        return show(ctx, { title: 'signing_out', body: submitting, submit: true });
      }
      // Staying is a link: an unanswered form would still end the application's grant.
      show(ctx, {
        title: 'sign_out_question',
        text: 'sign_out_text',
        body: form,
        choices: (
          say,
        ) => `<button type="submit" form="op.logoutForm" name="logout" value="yes">${say('sign_out')}</button>
<a href="${escapeHtml(stayingAddress(ctx))}">${say('stay_signed_in')}</a>`,
      });
    },
    postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) =>
      show(ctx, { title: 'stayed' in ctx.query ? 'still_signed_in' : 'signed_out', text: 'signed_out_text' }),
  };
};
