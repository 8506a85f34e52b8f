// A security page for one part of the sign-in experience, with its loading and error states.
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { type Experience, experienceQuery } from '../sign-in-experience/query.ts';

export const experiencePage = (Form: ComponentType<{ experience: Versioned<Experience> }>) => () => {
  const { api } = useServices();
  const { data } = useQuery(experienceQuery(api));
  return data ? <Form experience={data} /> : null;
};
