// What the SAML routes of browsers have in common.
import type { FastifyReply } from 'fastify';
import { escapeHtml, plainPage } from '../infrastructure/http/plain-page.ts';
import { type BrowserContext, sendPage } from './browser-pages.ts';

export type SamlContext = BrowserContext;

/** A page that posts the fields to the URL at once. */
export const sendForm = (
  reply: FastifyReply,
  { visit }: SamlContext,
  title: 'leaving' | 'returning' | 'signing_out',
  { url, fields }: { url: string; fields: Record<string, string> },
) => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const body = `<form id="saml" method="post" action="${escapeHtml(url)}">${inputs.join('')}</form>`;
  return sendPage(reply, plainPage(visit, { title, body, submit: 'saml' }));
};
