// Templates of the tenant, which take precedence over those of its connector.
import { escapeHtml } from '@tessera/connectors/template';
import type { TemplateDetails, TemplateType } from '@tessera/contract/messages';
import { directionOf } from '@tessera/phrases/languages';
import { sql } from 'kysely';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import type { Channel } from './delivery-channels.ts';

export type TenantTemplate = { languageTag: string; details: TemplateDetails };

/** The template in the first available language. */
export const findTenantTemplate = async (
  { db }: Pick<RequestContext, 'db'>,
  channel: Channel,
  type: TemplateType,
  languages: readonly string[],
): Promise<TenantTemplate | undefined> => {
  const tags = languages.map((language) => language.toLowerCase());
  const tag = sql<string>`lower(language_tag)`;
  const rows = await db
    .selectFrom('emailTemplates')
    .select([tag.as('tag'), 'languageTag', 'details'])
    .where('channel', '=', channel)
    .where('templateType', '=', type)
    .where(tag, 'in', tags)
    .execute();
  const found = tags.flatMap((wanted) => rows.filter((row) => row.tag === wanted))[0];
  return found && { languageTag: found.languageTag, details: found.details as TemplateDetails };
};

/** A part of a page has no direction of its own, and mail programs would show it from left to right. */
export const withDirection = ({ languageTag, details }: TenantTemplate): TemplateDetails => {
  const { content, contentType } = details;
  const isPart = contentType !== 'text/plain' && !/<html[\s>]/i.test(content);
  if (!isPart || directionOf(languageTag) === 'ltr') return details;
  return { ...details, content: `<div dir="rtl" lang="${escapeHtml(languageTag)}">${content}</div>` };
};
