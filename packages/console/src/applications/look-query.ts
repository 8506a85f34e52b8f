// How the sign-in pages look for one application, and how it introduces itself there, as the server keeps it.
import type { ApplicationSignInExperience } from '@tessera/contract/application-sign-in-experience';
import type { Api, Versioned } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';

export const lookPath = '/applications/:applicationId/sign-in-experience';

/** `null`: nothing has been configured yet, which is the normal beginning. */
export type StoredExperience = ApplicationSignInExperience | null;
export type Experience = { stored: StoredExperience };

/** What may not exist yet has no version of its own; what it says stands for one. */
export const versioned = (stored: StoredExperience): Versioned<Experience> => ({
  stored,
  etag: JSON.stringify(stored),
});

export const readLook = async (api: Api, applicationId: string): Promise<Versioned<Experience>> => {
  try {
    return versioned(await api.management.get(lookPath, { params: { applicationId } }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return versioned(null);
    throw error;
  }
};

export const lookQuery = (api: Api, applicationId: string) => ({
  queryKey: ['management', lookPath, { params: { applicationId } }] as const,
  queryFn: () => readLook(api, applicationId),
  meta: { panel: true },
});

type Body = Partial<Pick<ApplicationSignInExperience, 'displayName' | 'branding' | 'color' | 'customCss'>> &
  Pick<ApplicationSignInExperience, 'termsOfUseUrl' | 'privacyPolicyUrl'>;

/** Only over the version that somebody has seen. */
export async function saveLook(
  api: Api,
  applicationId: string,
  base: Versioned<Experience>,
  bodyOf: (stored: StoredExperience) => Body,
): Promise<Versioned<Experience>> {
  const now = await readLook(api, applicationId);
  if (now.etag !== base.etag) throw new ApiProblem(412, '', {});
  return versioned(await api.management.put(lookPath, { params: { applicationId }, body: bodyOf(now.stored) }));
}
