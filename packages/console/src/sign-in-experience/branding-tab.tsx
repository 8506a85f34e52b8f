// How the sign-in pages look: colors, pictures, and styles of one's own.

import { FormSections } from '../kit/form-section.tsx';
import { BrandingSections } from './branding-sections.tsx';
import { CustomCssSection } from './custom-css-section.tsx';
import { CustomUiSection } from './custom-ui-section.tsx';

export function BrandingTab() {
  return (
    <FormSections>
      <BrandingSections />
      <CustomCssSection />
      <CustomUiSection />
    </FormSections>
  );
}
