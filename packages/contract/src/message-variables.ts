// Variables of message templates: the known ones, and those in a text that don't exist. Without a schema, for the browser.
import { hasMagicLink, type MessageChannel, type TemplateType } from './message-types.ts';

const ofProfile = ['givenName', 'familyName', 'nickname'].map((field) => `profile.${field}`);
const ofUser = ['name', 'username', 'primaryEmail', 'primaryPhone', 'avatar', 'id', ...ofProfile];
const groups = {
  code: ['code'],
  link: ['link'],
  application: ['name', 'displayName', 'id', 'branding.logoUrl'].map((field) => `application.${field}`),
  organization: ['name', 'id', 'branding.logoUrl'].map((field) => `organization.${field}`),
  user: ofUser.map((field) => `user.${field}`),
  inviter: ofUser.map((field) => `inviter.${field}`),
  language: ['locale', 'uiLocales'],
};

const known: readonly string[] = Object.values(groups).flat();
/** The profile has further fields. */
const isKnown = (name: string) => known.includes(name) || /^(user|inviter)\.profile(\.\w+)*$/.test(name);

/** The variables that can have a value in a message of this type, the most useful ones first. */
export const variablesOf = (channel: MessageChannel, type: TemplateType): readonly string[] => {
  const { code, link, application, organization, user, inviter, language } = groups;
  switch (type) {
    case 'OrganizationInvitation':
      return [...link, ...organization, ...inviter, ...code, ...language];
    case 'PasswordReset':
    case 'UserInvitation':
      return [...link, ...user, ...language];
    case 'Generic':
      return [...code, ...language];
    default:
      return [
        ...code,
        ...(hasMagicLink(channel, type) ? link : []),
        ...application,
        ...organization,
        ...user,
        ...language,
      ];
  }
};

type MessageKind = { channel: MessageChannel; type: TemplateType };

/** How many characters differ; more than `most` is not counted further. */
const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (b[at - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? most + 1;
};

const suggestionFor = (name: string, { channel, type }: MessageKind): string | undefined => {
  const most = Math.max(1, Math.floor(name.length / 3));
  const candidates = [...new Set([...variablesOf(channel, type), ...known])].map((candidate) => ({
    candidate,
    // The last part alone is a common mistake.
    away: candidate.endsWith(`.${name}`) ? 0 : distance(name.toLowerCase(), candidate.toLowerCase(), most),
  }));
  const best = candidates.reduce((one, other) => (other.away < one.away ? other : one));
  return best.away <= most ? best.candidate : undefined;
};

export type UnknownVariable = {
  name: string;
  /** Starts at 1. */
  line: number;
  /** Position of the name in the text. */
  from: number;
  to: number;
  suggestion?: string;
};

/** The same pattern as for filling. */
const variable = /\{\{(\s*)([\w.]{1,128})\s*\}\}/g;
const mostFindings = 50;

export const findUnknownVariables = (text: string, kind: MessageKind): UnknownVariable[] => {
  const found: UnknownVariable[] = [];
  let line = 1;
  let counted = 0;
  for (const { 1: space = '', 2: name = '', index } of text.matchAll(variable)) {
    if (isKnown(name)) continue;
    for (; counted < index; counted += 1) if (text[counted] === '\n') line += 1;
    const from = index + 2 + space.length;
    const suggestion = suggestionFor(name, kind);
    found.push({ name, line, from, to: from + name.length, ...(suggestion && { suggestion }) });
    if (found.length === mostFindings) break;
  }
  return found;
};
