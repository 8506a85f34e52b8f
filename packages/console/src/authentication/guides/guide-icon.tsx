// The icon of a framework, in the middle of a tile of 32 pixels.
import type { ReactNode } from 'react';
import { frameworkIcons } from './framework-icons.gen.ts';
import type { LogoFacts } from './registry.ts';

type Icon = { path: string; colors?: readonly [string, string]; isOutline?: true };

const icons: Record<LogoFacts['id'], Icon> = {
  'api-express': frameworkIcons.express,
  'api-python': frameworkIcons.python,
  'api-spring-boot': frameworkIcons.springBoot,
  'm2m-general': frameworkIcons.machine,
  'native-android': frameworkIcons.android,
  'native-capacitor': frameworkIcons.capacitor,
  'native-electron': frameworkIcons.electron,
  'native-expo': frameworkIcons.expo,
  'native-flutter': frameworkIcons.flutter,
  'native-ios-swift': frameworkIcons.swift,
  'native-oidc': frameworkIcons.openid,
  protected: frameworkIcons.shield,
  saml: frameworkIcons.saml,
  'spa-angular': frameworkIcons.angular,
  'spa-chrome-extension': frameworkIcons.chrome,
  'spa-oidc': frameworkIcons.openid,
  'spa-react': frameworkIcons.react,
  'spa-vanilla': frameworkIcons.javascript,
  'spa-vue': frameworkIcons.vue,
  'spa-webflow': frameworkIcons.webflow,
  'self-registration': frameworkIcons.openid,
  'third-party-oidc': frameworkIcons.openid,
  'web-astro': frameworkIcons.astro,
  'web-django': frameworkIcons.django,
  'web-dotnet-core': frameworkIcons.dotnet,
  'web-dotnet-core-blazor-server': frameworkIcons.blazor,
  'web-dotnet-core-blazor-wasm': frameworkIcons.blazor,
  'web-dotnet-core-mvc': frameworkIcons.dotnet,
  'web-express': frameworkIcons.express,
  'web-fastapi': frameworkIcons.fastapi,
  'web-go': frameworkIcons.go,
  'web-hono': frameworkIcons.hono,
  'web-gpt-plugin': frameworkIcons.chatgpt,
  'web-java-spring-boot': frameworkIcons.springBoot,
  'web-nestjs': frameworkIcons.nestjs,
  'web-next': frameworkIcons.nextjs,
  'web-laravel': frameworkIcons.laravel,
  'web-next-app-router': frameworkIcons.nextjs,
  'web-next-auth': frameworkIcons.shield,
  'web-nuxt': frameworkIcons.nuxt,
  'web-oidc': frameworkIcons.openid,
  'web-passport': frameworkIcons.passport,
  'web-outline': frameworkIcons.outline,
  'web-php': frameworkIcons.php,
  'web-python': frameworkIcons.python,
  'web-react-router': frameworkIcons.reactRouter,
  'web-remix': frameworkIcons.remix,
  'web-sveltekit': frameworkIcons.svelte,
  'web-ruby': frameworkIcons.ruby,
  'web-wordpress': frameworkIcons.wordpress,
  'web-wordpress-plugin': frameworkIcons.wordpress,
};

export default function GuideIcon({ id }: Pick<LogoFacts, 'id'>): ReactNode {
  const { path, colors, isOutline } = icons[id];
  const color = colors ? `light-dark(${colors.join()})` : 'var(--mantine-color-text)';
  const style = isOutline
    ? { fill: 'none', stroke: color, strokeWidth: 2, strokeLinecap: 'round' as const, strokeLinejoin: 'round' as const }
    : { fill: color };
  return <path d={path} style={style} transform="translate(6.4 6.4) scale(0.8)" />;
}
