// The part of the build that compiles guides: each becomes a small file of its own, loaded when somebody opens it.
import type { Plugin } from 'vite';
import { compileGuide } from './compile.ts';

export const compileGuides: Plugin = {
  name: 'compile-guides',
  transform: {
    filter: { id: /\/guides\/content\/[\w-]+\.md$/ },
    handler: (markdown) => ({
      code: `export default ${JSON.stringify(compileGuide(markdown))}`,
      map: null,
      moduleType: 'js',
    }),
  },
};
