// Terms of use and privacy policy: a notice or a required checkbox, depending on the tenant's policy.
import type { InteractionEvent } from '@tessera/contract/experience';
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import { webLink } from '../leave.ts';
import { DocumentLink } from './document-link.tsx';
import { Question } from './question.tsx';
import { RichText } from './rich-text.tsx';

type Documents = { termsOfUseUrl?: string | null | undefined; privacyPolicyUrl?: string | null | undefined };
type Which = 'both' | 'terms' | 'privacy';

/** A sentence linking the configured documents, if any. */
export const TermsText = ({
  kind,
  documents,
  name,
}: {
  kind: 'agree' | 'accept' | 'confirm' | 'consent_terms';
  documents: Documents;
  name?: string;
}) => {
  const { t } = useApp();
  const which = documentsOf(documents);
  if (!which) return null;
  const text: TextKey = `description.${kind}.${which}`;
  const terms = <DocumentLink href={webLink(documents.termsOfUseUrl)} title={t('secondary.terms_of_use')} />;
  const privacy = <DocumentLink href={webLink(documents.privacyPolicyUrl)} title={t('secondary.privacy_policy')} />;
  return <RichText text={text} values={{ terms, privacy, name }} />;
};

export const documentsOf = ({ termsOfUseUrl, privacyPolicyUrl }: Documents): Which | undefined => {
  const terms = webLink(termsOfUseUrl);
  const privacy = webLink(privacyPolicyUrl);
  return terms && privacy ? 'both' : terms ? 'terms' : privacy ? 'privacy' : undefined;
};

/**
 * `element` goes into the form, or only its `dialog` if an earlier page had the checkbox; `ensure` resolves to whether
 * the user agrees, asking if needed.
 */
export const useTerms = (event: InteractionEvent) => {
  const { t, settings, agreed, setAgreed } = useApp();
  const [answer, setAnswer] = useState<(agrees: boolean) => void>();
  const policy = settings.agreeToTermsPolicy;
  const automatic = policy === 'Automatic';
  const manual = policy === 'Manual' || (policy === 'ManualRegistrationOnly' && event === 'Register');

  if (!documentsOf(settings) || !(automatic || manual))
    return { element: null, dialog: null, ensure: async () => true };
  if (automatic) {
    const element = (
      <p className="terms">
        <TermsText kind="agree" documents={settings} />
      </p>
    );
    return { element, dialog: null, ensure: async () => true };
  }
  const ensure = () => (agreed ? Promise.resolve(true) : new Promise<boolean>((resolve) => setAnswer(() => resolve)));
  const decide = (agrees: boolean) => {
    setAgreed(agrees);
    setAnswer(undefined);
    answer?.(agrees);
  };
  const dialog = answer && (
    <Question title={t('description.confirm.title')} action={t('action.agree')} onDecide={decide}>
      <TermsText kind="confirm" documents={settings} />
    </Question>
  );
  const element = (
    <>
      <label className="terms check">
        <input type="checkbox" checked={agreed} onChange={(change) => setAgreed(change.currentTarget.checked)} />
        <span>
          <TermsText kind="accept" documents={settings} />
        </span>
      </label>
      {dialog}
    </>
  );
  return { element, dialog, ensure };
};
