// The panel of the split layouts: the tenant's image or a gradient of the brand color, with logo and headline.
import type { CompleteAppearance } from '@tessera/contract/appearance-defaults';
import type { CSSProperties } from 'react';
import { useApp } from '../app-context.ts';

/** A CSS value for the image at this URL. */
export const imageValue = (address: string | undefined) => {
  const url = address && URL.parse(address);
  return url ? `url("${url.href.replace(/["\\]/g, encodeURIComponent)}")` : undefined;
};

export const focusValue = ({ backgroundFocus: { x, y } }: CompleteAppearance) => `${x}% ${y}%`;

export const Panel = ({ look }: { look: CompleteAppearance }) => {
  const { settings } = useApp();
  const { panelImageUrl, panelHeadline, panelText } = look;
  // The panel is dark in both themes.
  const logo = settings.branding.darkLogoUrl ?? settings.branding.logoUrl;
  const image = imageValue(panelImageUrl);
  const style = { '--focus': focusValue(look), ...(image && { '--panel-image': image }) } as CSSProperties;
  return (
    <aside className={image ? 'panel' : 'panel plain'} style={style}>
      {logo && <img className="logo" src={logo} alt="" />}
      {(panelHeadline || panelText) && (
        <p className="headline" dir="auto">
          {panelHeadline && <strong>{panelHeadline}</strong>}
          {panelText && <span>{panelText}</span>}
        </p>
      )}
    </aside>
  );
};
