// Metadata of all framework guides. Their content is in content/ and loaded on demand.
import type { ApplicationType } from '@tessera/contract/applications';

export type GuideTarget = Extract<ApplicationType, 'SPA' | 'Traditional' | 'Native' | 'MachineToMachine'>;

type Guide<Id extends string, Target> = {
  id: Id;
  /** The framework's name, not translated. */
  name: string;
  /** The application type the guide is for, or API. */
  target: Target;
  isFeatured: boolean;
  /** For frameworks without their own guide. */
  isGeneral: boolean;
  /** Ascending, then by ID. */
  order: number;
};

const guide = <const Id extends string, const Target extends GuideTarget | 'API'>(
  id: Id,
  name: string,
  target: Target,
  order: number,
  isFeatured = false,
  isGeneral = false,
): Guide<Id, Target> & { description: `guides.descriptions.${Id}` } => ({
  id,
  name,
  target,
  order,
  isFeatured,
  isGeneral,
  description: `guides.descriptions.${id}`,
});

const general = <const Id extends string, const Target extends GuideTarget>(id: Id, kind: string, target: Target) =>
  guide(id, `OpenID Connect (${kind})`, target, 100, false, true);

export const guides = [
  guide('web-next-app-router', 'Next.js (App Router)', 'Traditional', 1, true),
  guide('native-expo', 'Expo (React Native)', 'Native', 1.1),
  guide('spa-angular', 'Angular', 'SPA', 1.1),
  guide('spa-chrome-extension', 'Chrome extension', 'SPA', 1.1),
  guide('spa-react', 'React', 'SPA', 1.1, true),
  guide('web-express', 'Express', 'Traditional', 1.2),
  guide('web-next', 'Next.js (Page Router)', 'Traditional', 1.2),
  guide('web-remix', 'Remix', 'Traditional', 1.2),
  guide('web-sveltekit', 'SvelteKit', 'Traditional', 1.2),
  guide('web-astro', 'Astro', 'Traditional', 1.25),
  guide('web-hono', 'Hono', 'Traditional', 1.25),
  guide('web-nestjs', 'NestJS', 'Traditional', 1.25),
  guide('web-react-router', 'React Router', 'Traditional', 1.25),
  guide('spa-vue', 'Vue', 'SPA', 1.3, true),
  guide('web-go', 'Go', 'Traditional', 1.3),
  guide('web-next-auth', 'Next Auth', 'Traditional', 1.3),
  guide('m2m-general', 'Machine-to-machine', 'MachineToMachine', 1.5, true),
  guide('web-java-spring-boot', 'Java Spring Boot', 'Traditional', 1.6, true),
  guide('native-ios-swift', 'iOS (Swift)', 'Native', 1.7),
  guide('native-android', 'Android', 'Native', 2),
  guide('spa-vanilla', 'Vanilla JS', 'SPA', 2),
  guide('web-nuxt', 'Nuxt', 'Traditional', 2),
  guide('web-php', 'PHP', 'Traditional', 2),
  guide('web-ruby', 'Ruby', 'Traditional', 2),
  guide('spa-webflow', 'Webflow', 'SPA', 2.1),
  guide('web-laravel', 'Laravel', 'Traditional', 2.1),
  guide('web-wordpress', 'WordPress', 'Traditional', 2.2),
  guide('web-wordpress-plugin', 'WordPress plugin', 'Traditional', 2.3),
  guide('web-python', 'Python', 'Traditional', 3),
  guide('web-django', 'Django', 'Traditional', 3.1),
  guide('web-fastapi', 'FastAPI', 'Traditional', 3.2),
  guide('native-capacitor', 'Capacitor JS', 'Native', 4),
  guide('native-electron', 'Electron', 'Native', 4.1),
  guide('native-flutter', 'Flutter', 'Native', 5),
  guide('web-dotnet-core', '.NET Core (Razor Pages)', 'Traditional', 5),
  guide('web-dotnet-core-mvc', '.NET Core (MVC)', 'Traditional', 5.1),
  guide('web-dotnet-core-blazor-server', '.NET Core (Blazor Server)', 'Traditional', 5.2),
  guide('web-dotnet-core-blazor-wasm', '.NET Core (Blazor WASM)', 'SPA', 5.3),
  guide('web-outline', 'Outline', 'Traditional', 6),
  guide('web-passport', 'Passport', 'Traditional', 6.1),
  general('native-oidc', 'native', 'Native'),
  general('spa-oidc', 'SPA', 'SPA'),
  general('web-oidc', 'web', 'Traditional'),
  guide('web-gpt-plugin', 'ChatGPT plugin', 'Traditional', 999),
] as const;

/** Guides that protect an API instead of signing users in. */
export const apiGuides = [
  guide('api-express', 'Express', 'API', 1, true),
  guide('api-python', 'Python', 'API', 2),
  guide('api-spring-boot', 'Spring Boot', 'API', 3),
] as const;

export type GuideMeta = (typeof guides)[number];
export type ApiGuideMeta = (typeof apiGuides)[number];
export type AnyGuide = GuideMeta | ApiGuideMeta;
export type GuideId = AnyGuide['id'];
/** A guide, or the card of applications without one, which has a logo, too. */
export type LogoFacts = { id: GuideId | 'protected' | 'saml' | 'self-registration' | 'third-party-oidc'; name: string };

/** In the URL, in place of a guide ID. */
export const allGuides = 'all';

/** Undefined for an unknown guide. */
export const findGuide = (id: string): GuideMeta | undefined => guides.find((one) => one.id === id);
export const findApiGuide = (id: string): ApiGuideMeta | undefined => apiGuides.find((one) => one.id === id);

/** The guides for one application type. */
export const guidesFor = (type: ApplicationType): readonly GuideMeta[] =>
  guides.filter(({ target }) => target === type);
