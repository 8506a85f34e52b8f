// The text of an error code that was recorded earlier, for administrators. Undefined until the texts are loaded.
import { useTranslation } from 'react-i18next';

export function useErrorText() {
  const { t, i18n } = useTranslation(['console', 'errors']);
  return (code: string): string | undefined => {
    const key = [`for_administrators.${code}`, code].find((one) => i18n.exists(one, { ns: 'errors' }));
    const text: unknown = key && t(key as never, { ns: 'errors' } as never);
    return typeof text === 'string' ? text : undefined;
  };
}
