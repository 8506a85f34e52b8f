// The framework guides, as cards and choosers show them. What a guide says is in content/, loaded when it is opened.
import type { ApplicationType } from '@tessera/contract/applications';

export type GuideTarget = Extract<ApplicationType, 'SPA' | 'Traditional' | 'Native' | 'MachineToMachine'>;

type Guide<Id extends string, Target> = {
  id: Id;
  /** The framework's own name, the same in every language. */
  name: string;
  /** The type of application that the guide is for, or an API. */
  target: Target;
  isFeatured: boolean;
  /** For whatever has no guide of its own. */
  isGeneral: boolean;
  /** Ascending; guides of equal order stand by their id. */
  order: number;
  /** What stands in the tile beside the name. */
  initials: string;
};

const guide = <const Id extends string, const Target extends GuideTarget | 'API'>(
  id: Id,
  name: string,
  target: Target,
  order: number,
  initials: string,
  isFeatured = false,
  isGeneral = false,
): Guide<Id, Target> & { description: `guides.descriptions.${Id}` } => ({
  id,
  name,
  target,
  order,
  initials,
  isFeatured,
  isGeneral,
  description: `guides.descriptions.${id}`,
});

const general = <const Id extends string, const Target extends GuideTarget>(id: Id, target: Target) =>
  guide(id, 'OpenID Connect', target, 100, 'Id', false, true);

export const guides = [
  guide('web-next-app-router', 'Next.js (App Router)', 'Traditional', 1, 'Nx', true),
  guide('native-expo', 'Expo (React Native)', 'Native', 1.1, 'Xp'),
  guide('spa-angular', 'Angular', 'SPA', 1.1, 'Ng'),
  guide('spa-react', 'React', 'SPA', 1.1, 'Re', true),
  guide('web-express', 'Express', 'Traditional', 1.2, 'Ex'),
  guide('spa-vue', 'Vue', 'SPA', 1.3, 'Vu', true),
  guide('web-go', 'Go', 'Traditional', 1.3, 'Go'),
  guide('m2m-general', 'Machine-to-machine', 'MachineToMachine', 1.5, 'M2', true),
  guide('web-java-spring-boot', 'Java Spring Boot', 'Traditional', 1.6, 'Sb', true),
  guide('native-ios-swift', 'iOS (Swift)', 'Native', 1.7, 'Sw'),
  guide('native-android', 'Android', 'Native', 2, 'An'),
  guide('spa-vanilla', 'Vanilla JS', 'SPA', 2, 'Js'),
  guide('web-nuxt', 'Nuxt', 'Traditional', 2, 'Nu'),
  guide('web-php', 'PHP', 'Traditional', 2, 'Ph'),
  guide('web-python', 'Python', 'Traditional', 3, 'Py'),
  guide('native-flutter', 'Flutter', 'Native', 5, 'Fl'),
  guide('web-dotnet-core', '.NET Core (Razor Pages)', 'Traditional', 5, '.N'),
  general('native-oidc', 'Native'),
  general('spa-oidc', 'SPA'),
  general('web-oidc', 'Traditional'),
] as const;

/** For those who protect an API, and not for those who sign people in. */
export const apiGuides = [
  guide('api-express', 'Express', 'API', 1, 'Ex', true),
  guide('api-python', 'Python', 'API', 2, 'Py'),
  guide('api-spring-boot', 'Spring Boot', 'API', 3, 'Sb'),
] as const;

export type GuideMeta = (typeof guides)[number];
export type ApiGuideMeta = (typeof apiGuides)[number];
export type AnyGuide = GuideMeta | ApiGuideMeta;
export type GuideId = AnyGuide['id'];

/** In an address, in place of one guide. */
export const allGuides = 'all';

/** Undefined for an address that names no guide of ours. */
export const findGuide = (id: string): GuideMeta | undefined => guides.find((one) => one.id === id);
export const findApiGuide = (id: string): ApiGuideMeta | undefined => apiGuides.find((one) => one.id === id);

/** The guides for applications of one type; other types have none. */
export const guidesFor = (type: ApplicationType): readonly GuideMeta[] =>
  guides.filter(({ target }) => target === type);
