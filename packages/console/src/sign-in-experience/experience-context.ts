// What the tabs of the sign-in experience share: the form, and the facts it depends on.

import type { connectors } from '@tessera/contract/connectors';
import type { Answer } from '@tessera/contract/kit';
import { createContext, use } from 'react';
import type { Versioned } from '../app/api.ts';
import type { CustomUiUpload } from './custom-ui-upload.ts';
import type { ExperienceForm } from './experience-form.ts';
import type { PreviewChoice } from './preview-config.ts';
import type { Experience } from './query.ts';
import type { Reach } from './reach.ts';

export type Connector = Answer<(typeof connectors)['operations']['get']>;

export type ExperienceState = {
  experience: Versioned<Experience>;
  form: ExperienceForm;
  connectors: readonly Connector[];
  reach: Reach;
  /** Changes when something was saved that the preview reads by itself. */
  previewVersion: number;
  refreshPreview: () => void;
  /** What somebody wanted to see; it stays while they go from tab to tab. */
  previewChoice: Partial<PreviewChoice>;
  choosePreview: (choice: Partial<PreviewChoice>) => void;
  upload: CustomUiUpload;
};

export const ExperienceContext = createContext<ExperienceState | undefined>(undefined);

export const useExperience = (): ExperienceState => {
  const state = use(ExperienceContext);
  if (!state) throw new Error('Used outside the pages of the sign-in experience.');
  return state;
};
