// The appearance of the end-user pages beyond colors and logos. Every setting has a default.
import * as z from 'zod/mini';
import {
  backgrounds,
  buttonShapes,
  cornerRadii,
  fonts,
  layouts,
  logoHeights,
  logoPositions,
  maxFooterLinks,
  maxHeadline,
  maxLinkLabel,
  maxPanelText,
  methodOrders,
} from './appearance-options.ts';
import { text, webUrl } from './fields.ts';

const within = ({ min, max }: { min: number; max: number }) => z.int().check(z.minimum(min), z.maximum(max));
const percent = within({ min: 0, max: 100 });

export const footerLink = z.object({ label: text(1, maxLinkLabel), url: webUrl });

export const appearance = z.partial(
  z.object({
    layout: z.enum(layouts),
    background: z.enum(backgrounds),
    backgroundImageUrl: webUrl,
    darkBackgroundImageUrl: webUrl,
    /** The part of the image that stays visible, in percent from the left and the top. */
    backgroundFocus: z.object({ x: percent, y: percent }),
    panelImageUrl: webUrl,
    panelHeadline: text(1, maxHeadline),
    panelText: text(1, maxPanelText),
    logoHeight: within(logoHeights),
    logoPosition: z.enum(logoPositions),
    cornerRadius: within(cornerRadii),
    buttonShape: z.enum(buttonShapes),
    font: z.enum(fonts),
    /** The WOFF2 file of a custom font; without one, the default font is used. */
    fontUrl: webUrl,
    methodOrder: z.enum(methodOrders),
    footerLinks: z.array(footerLink).check(z.maxLength(maxFooterLinks)),
    isSignatureShown: z.boolean(),
  }),
);
export type Appearance = z.output<typeof appearance>;
