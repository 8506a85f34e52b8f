// Queries for an application's sign-in branding and consent details.
import type { ApplicationSignInExperience } from '@tessera/contract/application-sign-in-experience';
import type { Api, Versioned } from '../../app/api.ts';
import { ApiProblem } from '../../app/problem.ts';

const lookPath = '/applications/:applicationId/sign-in-experience';

/** `null`: nothing is configured yet. */
export type StoredExperience = ApplicationSignInExperience | null;
export type Experience = { stored: StoredExperience };

/** A missing experience has no ETag, so its content serves as the version. */
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

/** Saves only if the stored version is the one the user saw. */
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
