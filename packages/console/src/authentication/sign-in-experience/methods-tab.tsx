// Sign-up and sign-in tab.
import { FormSections } from '../../kit/form-section.tsx';
import { AdvancedSection } from './advanced-section.tsx';
import { MagicLinkSection } from './magic-link-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { SignUpSection } from './sign-up-section.tsx';
import { SocialSection } from './social-section.tsx';

export function MethodsTab() {
  return (
    <FormSections>
      <SignUpSection />
      <SignInSection />
      <MagicLinkSection />
      <PasskeySection />
      <SocialSection />
      <AdvancedSection />
    </FormSections>
  );
}
