// Choices and limits of the appearance, without the schema, so that browsers can import them.

export const layouts = ['Card', 'SplitStart', 'SplitEnd'] as const;
export const backgrounds = ['Mosaic', 'Plain', 'Gradient', 'Image'] as const;
export const logoPositions = ['Center', 'Start'] as const;
export const buttonShapes = ['FollowRadius', 'Pill', 'Square'] as const;
export const fonts = ['Inter', 'System', 'Custom'] as const;
export const methodOrders = ['FastMethodsFirst', 'IdentifierFirst'] as const;

export const logoHeights = { min: 24, max: 64 } as const;
export const cornerRadii = { min: 0, max: 24 } as const;
/** Of an uploaded font, in bytes. */
export const maxFontSize = 1024 * 1024;
export const fontType = 'font/woff2';
export const maxFooterLinks = 4;
export const maxHeadline = 80;
export const maxPanelText = 200;
export const maxLinkLabel = 40;
