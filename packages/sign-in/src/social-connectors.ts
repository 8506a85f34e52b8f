// Available social connectors and their display data.
import type { PublicSocialConnector, PublicSsoConnector } from '@tessera/contract/sign-in-experience';
import type { Settings } from './boot/page.ts';
import { nativeBridge } from './native-bridge.ts';

type Platform = PublicSocialConnector['platform'];

/** If several connectors share a target, the first supported one is used. */
export const socialConnectors = ({ socialConnectors: all }: Settings): PublicSocialConnector[] => {
  const bridge = nativeBridge();
  const order: Platform[] = bridge ? ['Native', 'Universal'] : ['Web', 'Universal'];
  const works = ({ platform, target }: PublicSocialConnector) => {
    if (!bridge) return platform !== 'Native';
    const { universal, nativeTargets } = bridge.supportedConnector;
    return platform === 'Native' ? nativeTargets.includes(target) : platform === 'Universal' && universal;
  };
  const usable = all.filter(works);
  return [...new Set(usable.map(({ target }) => target))].flatMap((target) => {
    const same = usable.filter((connector) => connector.target === target);
    return order.flatMap((platform) => same.filter((connector) => connector.platform === platform)).slice(0, 1);
  });
};

export const nameOf = ({ name }: PublicSocialConnector, language: string): string =>
  name[language] ?? name[language.split('-')[0] ?? ''] ?? name.en;

export const socialLogo = ({ logo, logoDark }: PublicSocialConnector, theme: 'light' | 'dark') =>
  theme === 'dark' ? (logoDark ?? logo) : logo;

export const ssoLogo = ({ logo, darkLogo }: PublicSsoConnector, theme: 'light' | 'dark') =>
  theme === 'dark' ? (darkLogo ?? logo) : (logo ?? darkLogo);
