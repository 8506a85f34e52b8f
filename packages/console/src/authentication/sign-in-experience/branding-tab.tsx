// Branding tab: colors, images, layout, shapes, footer and custom CSS.

import { FormSections } from '../../kit/form-section.tsx';
import { BrandingSections } from './branding-sections.tsx';
import { CustomCssSection } from './custom-css-section.tsx';
import { CustomUiSection } from './custom-ui-section.tsx';
import { FooterSection } from './footer-section.tsx';
import { LayoutSection } from './layout-section.tsx';
import { StyleSection } from './style-section.tsx';

export function BrandingTab() {
  return (
    <FormSections>
      <BrandingSections />
      <LayoutSection />
      <StyleSection />
      <FooterSection />
      <CustomCssSection />
      <CustomUiSection />
    </FormSections>
  );
}
