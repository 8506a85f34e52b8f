// Parameters of templates that are stored at the provider, which only accept texts.
import type { MessagePayload } from './connector.ts';

/** Languages choose the template; they are no parameters of it. Objects have no place in a text message. */
export const storedParameters = ({ locale: _, uiLocales: __, ...rest }: MessagePayload): Record<string, string> =>
  Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
