// The cause of a failed event in words, for administrators.
import type { LogPayload } from '@tessera/contract/audit-logs';
import { useErrorText } from '../../kit/error-text.ts';
import { useSay } from './log-title.ts';

type Problem = { code: string | undefined; said: string[] };

export const problemOf = (error: NonNullable<LogPayload['error']>): Problem => {
  if (typeof error === 'string') return { code: undefined, said: [error] };
  const texts = [error.message, error.description, error.detail, error.reason];
  const code = error.code ?? error.error;
  return {
    code: typeof code === 'string' ? code : undefined,
    said: [...new Set(texts.filter((text): text is string => typeof text === 'string' && text !== ''))],
  };
};

export function useExplanation() {
  const say = useSay();
  const textOf = useErrorText();
  return (code: string): string | undefined => {
    // Most error texts address the end user; this page is for administrators.
    const own = /^[\w.]+$/.test(code) ? say(`explanations.${code.replaceAll('.', '_')}`) : undefined;
    return own ?? textOf(code);
  };
}

/** One line: what the provider of a connector said, or the explanation, or what the server said. */
export function useCause() {
  const explain = useExplanation();
  return (error: LogPayload['error']): string | undefined => {
    if (error === undefined) return undefined;
    const { code, said } = problemOf(error);
    const ofProvider = code?.startsWith('connector.') ? said[0] : undefined;
    return ofProvider ?? (code === undefined ? undefined : explain(code)) ?? said[0] ?? code;
  };
}
