// Fonts for scripts that the console's default font lacks, loaded on demand.
const faces: Readonly<Record<string, () => Promise<unknown>>> = {
  ar: () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  th: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
};

/** Failures are ignored: the system font is used instead. */
export function loadFace(language: string) {
  faces[language]?.().catch(() => undefined);
}
