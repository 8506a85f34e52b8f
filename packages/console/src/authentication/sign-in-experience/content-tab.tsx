// Content tab: terms, support links and languages.
import { FormSections } from '../../kit/form-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { SupportSection } from './support-section.tsx';
import { TermsSection } from './terms-section.tsx';

export function ContentTab() {
  return (
    <FormSections>
      <TermsSection />
      <SupportSection />
      <LanguageSection />
    </FormSections>
  );
}
