// A security page that shows one part of the sign-in experience, as soon as that is there.
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { type Experience, experienceQuery } from '../sign-in-experience/query.ts';

export const experiencePage = (Form: ComponentType<{ experience: Versioned<Experience> }>) => () => {
  const { api } = useServices();
  const { data } = useQuery(experienceQuery(api));
  return data ? <Form experience={data} /> : null;
};
