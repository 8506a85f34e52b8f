// State shared by the tabs of the sign-in experience.
import { createContext, use } from 'react';
import type { Versioned } from '../../app/api.ts';
import type { CustomUiUpload } from './custom-ui-upload.ts';
import type { ExperienceForm } from './experience-form.ts';
import type { PreviewChoice } from './preview-config.ts';
import type { Connector, Experience } from './query.ts';
import type { Reach } from './reach.ts';

export type ExperienceState = {
  experience: Versioned<Experience>;
  form: ExperienceForm;
  connectors: readonly Connector[];
  reach: Reach;
  /** Changes when something was saved that the preview loads itself. */
  previewVersion: number;
  refreshPreview: () => void;
  /** The preview's settings, in the URL. */
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
