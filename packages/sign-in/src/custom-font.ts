// Shows the pages in the tenant's own font. The system font remains if the file is missing.

const family = 'Custom font';

export const showFont = (url: string) => {
  for (const face of document.fonts) if (face.family.includes(family)) document.fonts.delete(face);
  // A variable font has all weights; another one is shown in its own.
  const options = { display: 'swap', weight: '100 900' } as const;
  document.fonts.add(new FontFace(family, `url(${JSON.stringify(url)}) format("woff2")`, options));
  document.documentElement.style.setProperty('--font', `"${family}", var(--font-system)`);
};
