// Vite plugin that builds the API reference: an index plus one lazily loaded file per resource.
import { documentOperations } from '@tessera/contract/docs/openapi';
import { type ReferenceResource, referenceAccess, referenceOf } from '@tessera/contract/docs/reference';
import type { Plugin } from 'vite';

const name = 'virtual:api-reference';
const resolved = `\0${name}`;

const indexOf = (reference: readonly ReferenceResource[]) =>
  reference.map(({ slug, title, about, access, operations }) => ({
    slug,
    title,
    about,
    access,
    operations: operations.map(({ name: operation, method, path, summary }) => ({
      name: operation,
      method,
      path,
      summary,
    })),
  }));

const indexCode = (reference: readonly ReferenceResource[]) => {
  const loaders = reference.map(({ slug }) => `${JSON.stringify(slug)}: () => import('${name}/${slug}')`);
  return `export const index = ${JSON.stringify(indexOf(reference))};
const loaders = { ${loaders.join(', ')} };
export const load = (slug) => loaders[slug]?.().then((loaded) => loaded.default);`;
};

export const apiReference = (version: string): Plugin => {
  // The console's own phrases provide the messages, in the reader's language.
  const facts = { version, messageOf: () => '', verificationIdHeader: 'tessera-verification-id' };
  const read = () => referenceOf(documentOperations(referenceAccess, facts));
  let reference: ReferenceResource[] | undefined;
  return {
    name: 'api-reference',
    resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(resolved)) return undefined;
      reference ??= read();
      if (id === resolved) return { code: indexCode(reference), map: null, moduleType: 'js' };
      const resource = reference.find(({ slug }) => id === `${resolved}/${slug}`);
      return resource && { code: `export default ${JSON.stringify(resource)}`, map: null, moduleType: 'js' };
    },
  };
};
