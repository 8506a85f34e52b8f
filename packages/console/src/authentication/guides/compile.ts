// Compiles a guide's Markdown into steps and blocks. Unsupported markup fails the build.
import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Guide, Inline, Step, UriField } from './guide.ts';
import { highlight } from './highlight.ts';

const uriFields: readonly UriField[] = ['redirectUris', 'postLogoutRedirectUris', 'corsAllowedOrigins'];

class GuideError extends Error {
  override name = 'GuideError';
}

const refuse = (what: string): never => {
  throw new GuideError(what);
};

function inline(tokens: readonly Token[] | undefined): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
        return 'tokens' in token && token.tokens ? inline(token.tokens) : [token.text.replaceAll('\n', ' ')];
      case 'escape':
        return [token.text];
      case 'codespan':
        return [{ kind: 'code', text: token.text }];
      case 'strong':
        return [{ kind: 'strong', text: token.text }];
      case 'link':
        return /^https:\/\//.test(token.href)
          ? [{ kind: 'link', text: token.text, href: token.href }]
          : refuse(`link to ${token.href}`);
      default:
        return refuse(`${token.type} inside a text: ${token.raw}`);
    }
  });
}

const itemText = ({ tokens }: Tokens.ListItem): Inline[] =>
  tokens.flatMap((token) =>
    token.type === 'text' || token.type === 'paragraph' ? inline(token.tokens) : refuse(`${token.type} inside a list`),
  );

function fence({ lang = '', text: code }: Tokens.Code): Block {
  const [language = '', ...rest] = lang.split(' ').filter(Boolean);
  const [first, second] = rest;
  const known = rest.length <= 2 && (second === undefined || second === 'part');
  switch (language) {
    case 'npm':
      if (rest.length > 1 || (first !== undefined && first !== 'dev')) return refuse(`fence "${lang}"`);
      return { kind: 'install', packages: code.split(/\s+/), dev: first === 'dev' };
    case 'sh':
      if (rest.length > 1 || (first !== 'run' && first !== 'start' && first !== undefined))
        return refuse(`fence "${lang}"`);
      return { kind: 'terminal', role: first ?? 'example', code, marks: highlight(code, language) };
    case 'credentials':
      return { kind: 'credentials' };
    case 'uri-input': {
      const field = uriFields.find((one) => one === first) ?? refuse(`fence "${lang}"`);
      return { kind: 'uri-input', field, suggestion: code };
    }
    default:
      if (first === undefined || !known) return refuse(`code without a file name: "${lang}"`);
      return { kind: 'file', language, file: first, part: second === 'part', code, marks: highlight(code, language) };
  }
}

function block(token: Token): Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'paragraph':
      return [{ kind: 'paragraph', text: inline(token.tokens) }];
    case 'blockquote':
      return (token.tokens ?? []).flatMap((inner): Block[] =>
        inner.type === 'paragraph'
          ? [{ kind: 'notice', text: inline(inner.tokens) }]
          : inner.type === 'space'
            ? []
            : refuse(`${inner.type} inside a notice`),
      );
    case 'list':
      return [{ kind: 'list', ordered: token.ordered, items: (token as Tokens.List).items.map(itemText) }];
    case 'code':
      return [fence(token as Tokens.Code)];
    default:
      return refuse(`${token.type}: ${token.raw}`);
  }
}

/** The first line of a guide that was never followed says why. It isn't shown. */
const neverRun = /^<!-- Never run: .+\. -->\n\n/;

/** Second-level headings start the steps. */
export function compileGuide(markdown: string): Guide {
  const steps: Step[] = [];
  for (const token of lexer(markdown.replace(neverRun, ''))) {
    if (token.type === 'heading') {
      if (token.depth !== 2) refuse(`heading "${token.text}"`);
      steps.push({ title: token.text, blocks: [] });
      continue;
    }
    const blocks = block(token);
    const step = steps.at(-1);
    if (blocks.length > 0 && !step) refuse('text before the first step');
    step?.blocks.push(...blocks);
  }
  return steps.length > 0 ? { steps } : refuse('no steps');
}
