// The two pages of signing out: one that submits itself, and one that says it is done when no application takes over.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { visitOf } from '../http/visit.ts';
import { plainPage } from '../pages/plain-page.ts';

export const logoutPages = () => {
  const show = (ctx: KoaContextWithOIDC, options: Parameters<typeof plainPage>[1]) => {
    const { html, headers } = plainPage(visitOf(ctx.req), options);
    ctx.set({ ...headers });
    ctx.type = 'html';
    ctx.body = html;
  };
  return {
    logoutSource: async (ctx: KoaContextWithOIDC, form: string) => {
      // Nobody is asked: the application sent the person here to sign out.
      const submitting = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
      show(ctx, { title: 'signing_out', body: submitting, submit: true });
    },
    postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) =>
      show(ctx, { title: 'signed_out', text: 'signed_out_text' }),
  };
};
