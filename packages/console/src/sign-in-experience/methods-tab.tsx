// How people register and sign in.
import { FormSections } from '../kit/form-section.tsx';
import { AdvancedSection } from './advanced-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { SignUpSection } from './sign-up-section.tsx';
import { SocialSection } from './social-section.tsx';

export function MethodsTab() {
  return (
    <FormSections>
      <SignUpSection />
      <SignInSection />
      <SocialSection />
      <AdvancedSection />
    </FormSections>
  );
}
