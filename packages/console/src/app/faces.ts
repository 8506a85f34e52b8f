// Type faces for the scripts that the console's own face lacks, fetched for people who read them.
const faces: Readonly<Record<string, () => Promise<unknown>>> = {
  ar: () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  th: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
};

/** Without it the system's own face serves, so a failure changes nothing that matters. */
export function loadFace(language: string) {
  faces[language]?.().catch(() => undefined);
}
