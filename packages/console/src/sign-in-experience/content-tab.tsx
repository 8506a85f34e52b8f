// What the sign-in pages say beside their own words: documents, help, and in which languages.
import { FormSections } from '../kit/form-section.tsx';
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
