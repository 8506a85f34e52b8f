// Makes archives of text files. Loaded with the first download.
import { downloadZip } from 'client-zip';
import type { SampleFile } from './sample.ts';

export const zipOf = (files: readonly SampleFile[], folder: string): Promise<Blob> =>
  downloadZip(files.map(({ name, input }) => ({ name: `${folder}/${name}`, input }))).blob();
