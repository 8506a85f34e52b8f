// The name or description of a connector in the reader's language.
import { matchLanguage } from '@tessera/phrases/languages';
import { useTranslation } from 'react-i18next';

type Localized = Readonly<Record<string, string>>;

export function useLocalized() {
  const { i18n } = useTranslation();
  return (texts: Localized): string =>
    texts[matchLanguage([i18n.language, 'en'], Object.keys(texts)) ?? 'en'] ?? texts.en ?? '';
}

/** The audit log names the connectors of messages by their type. */
export const loggedConnectorId = ({ id, connectorId, type }: { id: string; connectorId: string; type: string }) =>
  type === 'Social' ? id : connectorId;
